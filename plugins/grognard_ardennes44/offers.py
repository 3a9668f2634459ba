"""What the chapters offer the active side in its movement phase, and what they do when it begins and ends.

Each chapter lists its own: the kind of action, which of them are open now, what forbids one, what it does.
:mod:`grognard_ardennes44.movement_phase` puts the lists together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from grognard.play import Action
from grognard.reasons import Reason
from grognard_ardennes44.position import Ardennes

__all__ = ["Offer"]


class Offer(msgspec.Struct, frozen=True):
    """A kind of action of the movement phase, and ``also`` others that are listed in one go with it.

    Every function is given the play and the active side. ``options`` lists what is legal now, ``refusal``
    every reason against an action of these kinds; ``take`` carries one out: it pushes the frames of a staged
    move, or does at once what needs no more choices. ``explain`` gives the reasons worth showing before;
    without it they are those of the first roll that follows.
    """

    action: type[Action]
    options: Callable[[Ardennes, str], Iterable[Action]]
    refusal: Callable[[Ardennes, str, Any], tuple[Reason, ...]]
    take: Callable[[Ardennes, str, Any], None]
    also: tuple[type[Action], ...] = ()
    explain: Callable[[Ardennes, str, Any], tuple[Reason, ...]] | None = None
