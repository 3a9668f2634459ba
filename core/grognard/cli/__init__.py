"""The command line: thin, outermost, and together with the web the only part that talks to people.

Every command is a plain function in a module of its group; :mod:`grognard.cli.app` wires them. What goes
wrong reaches the user as one sentence on standard error, with an exit code of
:class:`grognard.cli.guard.Exit`.
"""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line; the entry point ``grognard``."""
    from grognard.cli.app import app

    app()
