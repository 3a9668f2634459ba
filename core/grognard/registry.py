"""What is installed: systems, rulesets, and the plugins that failed; and how they become games.

>>> registry = Registry.discover(entry_points=False)
>>> registry
<Registry of 0 systems, 0 rulesets>

A plugin or ruleset that is broken never spoils the others: it is listed in :attr:`Registry.broken` with one
sentence, and asking for it, or for anything that nobody offers, raises that sentence.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pluggy

from grognard import hooks
from grognard.datafile import shown
from grognard.errors import GrognardError, PluginError, RulesetError
from grognard.faults import fault
from grognard.hooks import API, Offer, SystemOffer
from grognard.ruleset import Header, Ruleset
from grognard.spelling import did_you_mean

if TYPE_CHECKING:
    from grognard.game import Game

__all__ = ["ENVIRONMENT", "Broken", "Registry", "RulesetFound"]

ENVIRONMENT = "GROGNARD_RULESETS"
"""Environment variable with more ruleset directories, parted as in PATH."""

_BUILT_IN_BOTS = ("fuzz", "greedy", "random", "search")  # their ids are taken before any plugin is asked

_OFFERS = ("bots", "commands", "importers", "exporters", "observers")


class Broken(msgspec.Struct, frozen=True):
    """Something that was found and cannot be used: which, and one sentence why."""

    what: str
    error: str
    plugin: bool = False


class RulesetFound(msgspec.Struct, frozen=True):
    """A ruleset that is installed: its header, where it lies and who offers it."""

    header: Header
    root: Path
    origin: str

    @property
    def id(self) -> str:
        """The ruleset's id."""
        return self.header.id


class _Claim(msgspec.Struct, frozen=True):
    """One thing a plugin or directory offers under an id."""

    kind: str
    id: str
    thing: Any  # SystemOffer, Offer or RulesetFound, by kind
    origin: str


class Registry:
    """Systems, rulesets and whatever else plugins offer, by id.

    An id that is claimed twice is in none of the maps; asking for it raises an error that names both claims.
    Bots that are built in keep their ids.
    """

    def __init__(self, claims: Iterable[_Claim] = (), broken: Iterable[Broken] = ()) -> None:
        by_id: dict[tuple[str, str], list[_Claim]] = {}
        for claim in claims:
            by_id.setdefault((claim.kind, claim.id), []).append(claim)
        for name in _BUILT_IN_BOTS:
            if rivals := by_id.get(("bots", name)):
                rivals.insert(0, _Claim("bots", name, None, "Grognard"))
        self._clashes = {key: _clash(*rivals) for key, rivals in by_id.items() if len(rivals) > 1}
        self._claims = {key: rivals[0] for key, rivals in by_id.items() if len(rivals) == 1}
        self._failed = tuple(broken)
        self.broken = (
            *self._failed,
            *(
                Broken(f"{kind.removesuffix('s')} {id_!r}", text)
                for (kind, id_), text in self._clashes.items()
            ),
        )
        self.systems: Mapping[str, SystemOffer] = self._things("system")
        self.rulesets: Mapping[str, RulesetFound] = self._things("ruleset")

    @classmethod
    def discover(
        cls,
        *,
        plugins: Iterable[object] = (),
        rulesets: Iterable[Path | str] = (),
        entry_points: bool = True,
    ) -> Registry:
        """Everything that can be found.

        Looks at the installed plugins (unless ``entry_points`` is false), the modules in ``plugins``, and the
        directories in ``rulesets`` and in the environment variable ``GROGNARD_RULESETS``; each may be a
        ruleset or hold rulesets. Never raises for what it finds: see :attr:`broken`.
        """
        found = _Search()
        if entry_points:
            for point in sorted(
                metadata.entry_points(group=hooks.ENTRY_POINTS), key=lambda point: point.name
            ):
                found.add_entry_point(point)
        for plugin in plugins:
            found.add_plugin(getattr(plugin, "__name__", type(plugin).__name__), plugin)
        for directory in rulesets:
            found.add_rulesets(Path(directory), "the caller")
        for name in filter(None, os.environ.get(ENVIRONMENT, "").split(os.pathsep)):
            found.add_rulesets(_at_home(Path(name)), ENVIRONMENT)
        return cls(found.claims, found.broken)

    def __repr__(self) -> str:
        trouble = f", {len(self.broken)} broken" if self.broken else ""
        return f"<Registry of {len(self.systems)} systems, {len(self.rulesets)} rulesets{trouble}>"

    @property
    def failed_plugins(self) -> str:
        """What plugins failed and why, to be added where something is missing that one of them may offer."""
        return _told(each for each in self._failed if each.plugin)

    def offers(self, kind: str) -> Mapping[str, Offer]:
        """What plugins add of a kind: bots, commands, importers, exporters or observers."""
        if kind not in _OFFERS:
            raise PluginError(f"plugins offer no {kind!r}{did_you_mean(kind, _OFFERS)}")
        return self._things(kind)

    def offer(self, kind: str, offer_id: str) -> Offer:
        """One of :meth:`offers`.

        Raises:
            PluginError: no plugin offers it, or two do.
        """
        offers = self.offers(kind)
        if clash := self._clashes.get((kind, offer_id)):
            raise PluginError(clash)
        if offer_id not in offers:
            hint = did_you_mean(offer_id, offers) + self.failed_plugins
            raise PluginError(f"no plugin offers {offer_id!r} among {kind}{hint}")
        return offers[offer_id]

    def system(self, system_id: str) -> SystemOffer:
        """The system of that id.

        Raises:
            PluginError: no plugin offers it, or two do.
        """
        if clash := self._clashes.get(("system", system_id)):
            raise PluginError(clash)
        if system_id not in self.systems:
            hint = did_you_mean(system_id, self.systems) + self.failed_plugins
            raise PluginError(f"no system {system_id!r}{hint}")
        return self.systems[system_id]

    def find(self, ruleset: str | Path) -> Path:
        """The directory of a ruleset given by id or by path.

        Raises:
            RulesetError: there is no such ruleset.
            PluginError: two rulesets have that id.
        """
        name = str(ruleset)
        if clash := self._clashes.get(("ruleset", name)):
            raise PluginError(clash)
        if isinstance(ruleset, str) and ruleset in self.rulesets:
            return self.rulesets[ruleset].root
        path = _at_home(Path(ruleset))
        if isinstance(ruleset, Path) or os.sep in name or (path / "ruleset.toml").is_file():
            if not path.is_dir():
                raise RulesetError("no such directory", file=shown(path))
            return path.absolute()
        for each in self.broken:
            if Path(each.what).name == name:
                raise RulesetError(f"ruleset {name!r} is broken: {each.error}")
        hint = did_you_mean(name, self.rulesets) + _told(self._failed)
        raise RulesetError(f"no ruleset {name!r}{hint}")

    def load(
        self,
        ruleset: str | Path,
        options: Mapping[str, object] | None = None,
        charts: Path | str | None = None,
    ) -> Game[Any, Any]:
        """The game of a ruleset, given by id or by path, with its options and a chart overlay.

        Raises:
            RulesetError: the ruleset, an option or the overlay is unknown or wrong.
            PluginError: its system is not installed, or failed on it.
        """
        loaded = Ruleset(self.find(ruleset), overlay=charts)
        return self.bind(loaded, loaded.resolve(options))

    def bind(self, ruleset: Ruleset, options: Mapping[str, object]) -> Game[Any, Any]:
        """The game of a loaded ruleset with resolved options."""
        offer = self.system(ruleset.system)
        try:
            game = offer.game(ruleset, options)
            game.frames  # noqa: B018  # a frame that cannot work is told now, not in the middle of a game
            return game
        except GrognardError:
            raise
        except Exception as error:
            plugin = self._claims["system", offer.id].origin
            problem = f"system {offer.id!r} ({plugin}) failed on ruleset {ruleset.id!r}: {_sentence(error)}"
            raise PluginError(problem) from error

    def _things(self, kind: str) -> dict[str, Any]:
        return {id_: claim.thing for (each, id_), claim in sorted(self._claims.items()) if each == kind}


class _Search:
    """Collects claims and failures while looking around."""

    def __init__(self) -> None:
        self.claims: list[_Claim] = []
        self.broken: list[Broken] = []
        self._roots: set[Path] = set()
        self._manager = pluggy.PluginManager(hooks.PROJECT)
        self._manager.add_hookspecs(hooks)

    def add_entry_point(self, point: metadata.EntryPoint) -> None:
        """Import an installed plugin and ask it."""
        try:
            plugin = point.load()
        except (Exception, SystemExit) as error:
            self.broken.append(Broken(f"plugin {point.name!r}", _sentence(error), plugin=True))
            return
        self.add_plugin(point.name, plugin)

    def add_plugin(self, name: str, plugin: object) -> None:
        """Ask one plugin, once, for everything it offers; all of it counts, or none."""
        if self._manager.is_registered(plugin):
            return
        origin = f"plugin {name!r}"
        try:
            self._register(plugin, name)
            claims = list(self._claims_of(plugin, origin))
            directories = [Path(path) for path in self._ask(plugin, "grognard_rulesets")]
        except (Exception, SystemExit) as error:
            self.broken.append(Broken(origin, _sentence(error), plugin=True))
            return
        self.claims += claims
        for directory in directories:
            self.add_rulesets(directory, origin)

    def add_rulesets(self, directory: Path, origin: str) -> None:
        """Take in a ruleset directory, or every ruleset in a directory."""
        if not directory.is_dir():
            self.broken.append(Broken(shown(directory), f"no such directory (from {origin})"))
            return
        inside = sorted(path.parent for path in directory.glob("*/ruleset.toml"))
        for root in [directory] if (directory / "ruleset.toml").is_file() else inside:
            if root.resolve() in self._roots:
                continue
            self._roots.add(root.resolve())
            try:
                header = Header.read(root)
            except RulesetError as error:
                self.broken.append(Broken(shown(root), str(error)))
                continue
            found = RulesetFound(header, root.absolute(), origin)
            self.claims.append(_Claim("ruleset", header.id, found, f"{shown(root)} ({origin})"))

    def _register(self, plugin: object, name: str) -> None:
        self._manager.register(plugin, name)
        callers = self._manager.get_hookcallers(plugin) or []
        known = [name for name in vars(hooks) if name.startswith("grognard_")]
        for caller in callers:
            if not caller.has_spec():
                raise PluginError(f"there is no hook {caller.name!r}{did_you_mean(caller.name, known)}")
        if not callers:
            raise PluginError("it offers nothing: no function of it is marked @hookimpl")

    def _claims_of(self, plugin: object, origin: str) -> Iterator[_Claim]:
        for offer in self._ask(plugin, "grognard_systems"):
            if not isinstance(offer, SystemOffer):
                raise PluginError(f"grognard_systems must return SystemOffers, got {offer!r}")
            if offer.api[0] != API[0]:
                theirs, ours = (".".join(map(str, version)) for version in (offer.api, API))
                raise PluginError(
                    f"system {offer.id!r} was written for API {theirs}, this Grognard offers {ours}"
                )
            yield _Claim("system", offer.id, offer, origin)
        for kind in _OFFERS:
            for offer in self._ask(plugin, f"grognard_{kind}"):
                if not isinstance(offer, Offer):
                    raise PluginError(f"grognard_{kind} must return Offers, got {offer!r}")
                yield _Claim(kind, offer.id, offer, origin)

    def _ask(self, plugin: object, hook: str) -> list[Any]:
        """What this plugin alone answers to a hook."""
        others = [other for other in self._manager.get_plugins() if other is not plugin]
        answers = self._manager.subset_hook_caller(hook, remove_plugins=others)()
        return [each for answer in answers for each in answer]


def _told(failed: Iterable[Broken]) -> str:
    return "".join(f"; {each.what} is broken: {each.error}" for each in failed)


def _at_home(path: Path) -> Path:
    """The path with ``~`` carried out; as it is where nobody has that home."""
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def _clash(first: _Claim, *others: _Claim) -> str:
    claims = " and ".join(claim.origin for claim in (first, *others))
    return f"{first.kind.removesuffix('s')} id {first.id!r} is claimed by {claims}"


def _sentence(error: BaseException) -> str:
    """An exception as one line."""
    return " ".join(str(error).split()) if isinstance(error, GrognardError) else fault(error)
