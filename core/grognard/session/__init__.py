"""A session: one game being played, checked, recorded, taken back and continued.

A session holds positions and never changes one: every action is carried out on a copy that takes the place of
the old position when all went well. Seats belong to people (``"human"``), to bots by their id, or to a bot
object. People act with :meth:`Session.play`, bots with :meth:`Session.run`.
"""

from __future__ import annotations

from grognard.session.session import HUMAN, Continuing, Session

__all__ = ["HUMAN", "Continuing", "Session"]
