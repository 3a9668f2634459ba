"""The documents that ``--json`` prints, one type each; their schemas are in ``docs/reference/json``.

Shares are numbers; where they are exact, ``exact`` gives them as a fraction in text ("5/12").
"""

from __future__ import annotations

from grognard.cli.output.base import Document
from grognard.cli.output.charts import CellRow, ChartRow, Charts
from grognard.cli.output.comparison import (
    Demo,
    DemoGame,
    EngagementCell,
    EngagementsCompared,
    TerrainCell,
    TerrainCompared,
)
from grognard.cli.output.games import (
    FindingRow,
    Map,
    MapMade,
    OutcomeRow,
    Played,
    ShareRow,
    Simulation,
    SpreadRow,
)
from grognard.cli.output.installed import (
    BrokenRow,
    OfferRow,
    Plugins,
    Reference,
    RulesetRow,
    Rulesets,
    ScenarioRow,
    Scenarios,
)
from grognard.cli.output.questions import ChoiceRow, Choices, Explained, LineOfSight, Odds, OddsRow, ReasonRow
from grognard.cli.output.records import (
    Checked,
    CheckRow,
    ProblemRow,
    Replayed,
    RollRow,
    StepTold,
    Verified,
    VerifiedRow,
)
from grognard.cli.output.rules import (
    RuleFound,
    RuleRow,
    RulesCovered,
    RulesFound,
    RuleShown,
    SequenceShown,
    StepRow,
    TestRow,
    WayRow,
)

__all__ = [
    "DOCUMENTS",
    "BrokenRow",
    "CellRow",
    "ChartRow",
    "Charts",
    "CheckRow",
    "Checked",
    "ChoiceRow",
    "Choices",
    "Demo",
    "DemoGame",
    "Document",
    "EngagementCell",
    "EngagementsCompared",
    "Explained",
    "FindingRow",
    "LineOfSight",
    "Map",
    "MapMade",
    "Odds",
    "OddsRow",
    "OfferRow",
    "OutcomeRow",
    "Played",
    "Plugins",
    "ProblemRow",
    "ReasonRow",
    "Reference",
    "Replayed",
    "RollRow",
    "RuleFound",
    "RuleRow",
    "RuleShown",
    "RulesCovered",
    "RulesFound",
    "RulesetRow",
    "Rulesets",
    "ScenarioRow",
    "Scenarios",
    "SequenceShown",
    "ShareRow",
    "Simulation",
    "SpreadRow",
    "StepRow",
    "StepTold",
    "TerrainCell",
    "TerrainCompared",
    "TestRow",
    "Verified",
    "VerifiedRow",
    "WayRow",
]

DOCUMENTS: dict[str, type[Document]] = {
    str(kind.__struct_config__.tag): kind for kind in Document.__subclasses__()
}
"""Every document by its name."""
