"""Random play of Pegasus Bridge with full option lists against python-chess's random moves, on one core."""

from __future__ import annotations

from random import Random
from time import process_time
from typing import Any

import chess

import grognard
from grognard.dice import SeededDice
from grognard.game import Game
from grognard.play import Play

ROUNDS, CHESS_MOVES, GAMES = 5, 8_000, 10


def chess_moves(seed: int) -> tuple[float, float]:
    """Random moves with two or more choices per second, and options per decision."""
    rng, decisions, offered = Random(seed), 0, 0
    began = process_time()
    while decisions < CHESS_MOVES:
        board = chess.Board()
        while not board.is_game_over() and decisions < CHESS_MOVES:
            moves = list(board.legal_moves)
            if len(moves) > 1:
                decisions += 1
                offered += len(moves)
            board.push(rng.choice(moves))
    return decisions / (process_time() - began), offered / decisions


def random_games(game: Game[Any, Any], scenario: str, seed: int) -> tuple[float, float, float]:
    """Decisions with two or more options per second, options per decision, games per second."""
    decisions, offered = 0, 0
    began = process_time()
    for number in range(GAMES):
        rng, dice = Random(seed * GAMES + number), SeededDice(f"{seed}/{number}")
        position = game.set_up(scenario)
        options = game.drive(Play(position, game.rules, dice))
        while options:
            if len(options) > 1:
                decisions += 1
                offered += len(options)
            options = game.apply(position, rng.choice(options), dice)
    took = process_time() - began
    return decisions / took, offered / decisions, GAMES / took


def against_chess(game: Game[Any, Any], scenario: str) -> tuple[float, str]:
    """Decisions per second as a multiple of python-chess's moves per second: the median of some rounds.

    A round before them works out what is worked out once for a map (lines of sight, ways); it is told apart.
    """
    game.start(scenario, SeededDice(0))  # compile the board beforehand
    first, *rounds = [(random_games(game, scenario, seed), chess_moves(seed)) for seed in range(ROUNDS + 1)]
    rounds.sort(key=lambda pair: pair[0][0] / pair[1][0])
    ours, theirs = rounds[len(rounds) // 2]
    note = (
        f"{ours[0]:,.0f} decisions/s with {ours[1]:.1f} options each, {ours[2]:.1f} games/s; "
        f"chess {theirs[0]:,.0f} moves/s with {theirs[1]:.1f} options; "
        f"the first {GAMES} games on a map {first[0][0] / first[1][0]:.2f}"
    )
    return ours[0] / theirs[0], note


def run() -> list[tuple[str, float, str]]:
    """The scenario every comparison uses."""
    ratio, note = against_chess(grognard.load("memoir44"), "pegasus-bridge")
    return [("random play of Pegasus Bridge", ratio, note)]
