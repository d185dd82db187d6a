"""What many applications in one process share: templates, scripts, addresses, migrations read.

Each test has an application of its own. Most of what making one and asking for its first page takes
goes into compiling the same addresses, their builders and the same templates, and into reading the
same migrations and scripts, again.
"""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from threading import Lock
from types import CodeType

import pytest
from alembic.script import ScriptDirectory
from flask import Flask
from flask.templating import Environment
from jinja2.bccache import Bucket, BytecodeCache, FileSystemBytecodeCache
from werkzeug.routing import Map, Rule, RuleFactory

from webapp.http import assets
from webapp.http.assets import Asset

#: What a rule is made of, besides its methods and defaults.
MADE_OF = (
    *("rule", "endpoint", "subdomain", "host", "build_only", "strict_slashes", "merge_slashes"),
    *("redirect_to", "alias", "websocket", "provide_automatic_options"),
)


class CompiledTemplates(FileSystemBytecodeCache):
    """The code of templates, kept in memory, and in a folder for a run's other processes."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))
        if not bucket.code:
            super().load_bytecode(bucket)
            self._keep(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        super().dump_bytecode(bucket)
        self._keep(bucket)

    def _keep(self, bucket: Bucket) -> None:
        if bucket.code:
            self._kept[bucket.key, bucket.checksum] = bucket.code


def sharing(
    create: Callable[[Flask], Environment], cache: BytecodeCache
) -> Callable[[Flask], Environment]:
    """Return what makes an application's environment, with one cache for all of them."""

    def create_sharing(app: Flask) -> Environment:
        environment = create(app)
        environment.bytecode_cache = cache
        return environment

    return create_sharing


def mapped_once(
    add: Callable[[Map, RuleFactory], None], update: Callable[[Map], None]
) -> tuple[Callable[[Map, RuleFactory], None], Callable[[Map], None]]:
    """Return what puts addresses into a map when it is first asked, once for all that say the same.

    A map that is told more later has the rules of its own then: what is shared never changes.
    """
    maps: dict[object, Map] = {}
    one_by_one = Lock()

    def add_later(addresses: Map, factory: RuleFactory) -> None:
        vars(addresses).setdefault("_told", []).extend(factory.get_rules(addresses))
        addresses._remap = True

    def update_once(addresses: Map) -> None:
        with one_by_one:
            if not addresses._remap:
                return
            rules = vars(addresses).get("_told", [])
            key = (*map(what_says, rules), *addresses.converters.items())
            if key not in maps:
                maps[key] = Map(converters=addresses.converters)
                for rule in rules:
                    rule.map = None
                    add(maps[key], rule)
                update(maps[key])
            addresses._matcher = maps[key]._matcher
            addresses._rules_by_endpoint = maps[key]._rules_by_endpoint
            addresses._remap = False

    return add_later, update_once


def what_says(rule: Rule) -> tuple[object, ...]:
    """Return all that a rule was made of."""
    methods = frozenset(rule.methods or ())
    return (methods, repr(rule.defaults), *(getattr(rule, name) for name in MADE_OF))


def kept(
    join: Callable[[Mapping[str, Asset]], dict[str, Asset]],
) -> Callable[..., dict[str, Asset]]:
    """Return what joins the scripts of static files once, as long as it gets the same ones."""
    pairs: list[tuple[Mapping[str, Asset], dict[str, Asset]]] = []

    def join_once(files: Mapping[str, Asset]) -> dict[str, Asset]:
        if not any(source is files for source, _ in pairs):
            pairs.append((files, join(files)))
        return next(scripts for source, scripts in pairs if source is files)

    return join_once


def newest_once(
    find: Callable[[ScriptDirectory], str | None],
) -> Callable[[ScriptDirectory], str | None]:
    """Return what finds the newest migration of a folder once: it reads every one of them."""
    newest: dict[str, str | None] = {}

    def find_once(scripts: ScriptDirectory) -> str | None:
        if scripts.dir not in newest:
            newest[scripts.dir] = find(scripts)
        return newest[scripts.dir]

    return find_once


def reuse(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let every application that is made from now on share what it would compile again."""
    create = sharing(Flask.create_jinja_environment, CompiledTemplates(folder))
    patch.setattr(Flask, "create_jinja_environment", create)
    add_later, update_once = mapped_once(Map.add, Map.update)
    patch.setattr(Map, "add", add_later)
    patch.setattr(Map, "update", update_once)
    patch.setattr(
        ScriptDirectory, "get_current_head", newest_once(ScriptDirectory.get_current_head)
    )
    patch.setattr(assets, "read_assets", cache(assets.read_assets))
    patch.setattr(assets, "bundles", kept(assets.bundles))
