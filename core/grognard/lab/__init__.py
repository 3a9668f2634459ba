"""The laboratory: games in bulk, and what can be read from them."""

from grognard.lab.simulate import GameResult, SimulationResult, play_game, simulate
from grognard.lab.statistics import Share, Spread

__all__ = ["GameResult", "Share", "SimulationResult", "Spread", "play_game", "simulate"]
