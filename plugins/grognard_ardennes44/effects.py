"""What results mean: chart ``results``, and the steps in which one is carried out [A44-16.1 to 16.20]."""

from __future__ import annotations

import msgspec

from grognard.reasons import rule
from grognard_ardennes44.attack import Attack, defenders
from grognard_ardennes44.determined import DrivenBack
from grognard_ardennes44.engaged import Engagement
from grognard_ardennes44.losses import AttackerLoss, DefenderLoss, loss_candidates
from grognard_ardennes44.position import Ardennes, ArdennesPosition, ArdennesResolution
from grognard_ardennes44.tables import Tables

__all__ = ["Effect", "carry_out", "effect_of", "read_as"]


class Effect(msgspec.Struct, frozen=True):
    """What a result means: a row of chart ``results``."""

    attacker_loss: int
    defender_loss: int
    retreat: int
    state: str
    advance: str
    firefight: int
    also: str


@rule(
    "A44-16.1", "A44-16.2", "A44-16.3", "A44-16.4", "A44-16.5", "A44-16.9", "A44-16.10", "A44-16.11",
    "A44-16.17", "A44-16.18", "A44-16.19", "A44-16.20",
)  # fmt: skip
def effect_of(rules: Tables, result: str) -> Effect:
    """The meaning of a result; how far A1/D1 drives the defender is an option."""
    look = rules.results.look
    facts = {name: look(result, name) for name in Effect.__struct_fields__}
    if result == "A1/D1":
        facts["retreat"] = rules.options["firefight_a1_d1_retreat"]
    return msgspec.convert(facts, Effect)


@rule("A44-21.10")
def read_as(rules: Tables, position: ArdennesPosition, target: str, result: str) -> str:
    """A recon unit alone, not in an improved position, gives way: D1 and D1* become DR4."""
    alone = defenders(position, target)
    works = position.works.get(target)
    if result in ("D1", "D1*") and len(alone) == 1 and rules.counters[alone[0]].kind == "recon":
        return result if works and works.built else "DR4"
    return result


@rule("A44-16.9", "A44-16.10", "A44-16.11", "A44-16.23")
def carry_out(play: Ardennes, result: str, lead: str = "") -> None:
    """The steps of a result, losses first; ``lead`` is the lead unit of a firefight, which takes the loss."""
    attack, effect = play.enclosing(Attack), effect_of(play.rules, result)
    takers = (lead,) if lead else loss_candidates(play, attack, result)
    frames: list[ArdennesResolution] = []
    frames += [DefenderLoss()] * effect.defender_loss
    frames += [AttackerLoss(takers)] * effect.attacker_loss
    if effect.retreat:
        frames.append(DrivenBack(effect.retreat, effect.state, effect.advance, effect.also == "breakthrough"))
    elif effect.also in ("engaged", "advantage"):
        frames.append(Engagement(effect.advance, advantage=effect.also == "advantage"))
    play.push(*frames)
