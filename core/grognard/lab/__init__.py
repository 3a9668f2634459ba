"""The laboratory: games in bulk, and what can be read from them."""

from grognard.lab.playing import play_game
from grognard.lab.results import GameResult, SimulationResult, Summary
from grognard.lab.simulate import simulate
from grognard.lab.statistics import Share, Spread

__all__ = ["GameResult", "Share", "SimulationResult", "Spread", "Summary", "play_game", "simulate"]
