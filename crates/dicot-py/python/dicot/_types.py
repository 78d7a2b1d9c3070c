"""Types for the signatures of functions that take or return what dicot does."""

from __future__ import annotations

from typing import List, Literal, Optional, TypedDict

#: A player, as every function takes it.
Player = Literal["left", "right", "Left", "Right", "LEFT", "RIGHT", "l", "r", "L", "R"]
#: Who wins: Left, Right, the player who starts, or the other one.
Outcome = Literal["L", "R", "N", "P"]
#: Who wins if a player starts.
Winner = Literal["L", "R"]


class WinningMoves(TypedDict):
    """The moves with which each player wins, moving first; None if they were not looked for."""

    left: Optional[List[str]]
    right: Optional[List[str]]


class _Solution(TypedDict):
    position: str
    outcome: Optional[Outcome]
    left_first: Optional[Winner]
    right_first: Optional[Winner]
    winning_moves: WinningMoves
    nodes: int


class Solution(_Solution, total=False):
    """What `solve` returns."""

    misere: bool
    line: Optional[List[str]]
    nim_value: int
    reason: str


class _Label(TypedDict):
    position: str
    outcome: Optional[Outcome]
    left_first: Optional[Winner]
    right_first: Optional[Winner]
    winning_moves: WinningMoves


class Label(_Label, total=False):
    """What `label` returns of each position."""

    reason: str
