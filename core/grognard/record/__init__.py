"""Records: a game as lines of JSON, enough to play it again and to notice when that fails.

The first line says what is played; each following line is one of

======== ================================================================================================
setup    the rolls of the set-up and a hash of the first position
act      an action: side, text and the rolls it caused; a position hash wherever a turn ends
strike   the last actions that still stand are taken back
resumed  the game went on with new luck, since the old seed was not known
seed     the seed; written when the game ends or is saved, so that a running record betrays no luck
end      how the game ended, with the hash of the last position
======== ================================================================================================

Every line ends in ``sum``, a check sum of its number and its text: an edited, moved or missing line is named.
A record is written as the game goes, so that a killed process loses at most the action in hand.

The header commits to the seed by its hash. A short seed can be guessed from it; leave the seed out and a long
one is made up. Once the seed is in the record, verifying also checks that the dice followed from it.
"""

from __future__ import annotations

from grognard.record.file import RecordFile
from grognard.record.lines import (
    FORMAT,
    Act,
    End,
    Header,
    Line,
    Resumed,
    Seed,
    SetUp,
    Source,
    Strike,
    commitment,
    hidden,
    plain,
    write_line,
)
from grognard.record.record import Record

__all__ = [
    "FORMAT",
    "Act",
    "End",
    "Header",
    "Line",
    "Record",
    "RecordFile",
    "Resumed",
    "Seed",
    "SetUp",
    "Source",
    "Strike",
    "commitment",
    "hidden",
    "plain",
    "write_line",
]
