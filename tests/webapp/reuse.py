"""What many applications in one process share: templates, scripts, addresses, migrations read.

Each test has an application of its own. Most of what making one and asking for its first page takes
goes into compiling the same addresses, their builders and the same templates, and into reading the
same migrations and scripts, again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import CodeType
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from flask import Flask
from flask.templating import Environment
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from webapp.http import assets
from webapp.http.assets import Asset

Build = Callable[..., Any]
#: What compiling a rule gives it.
COMPILED = ("_parts", "_trace", "_converters", "arguments", "_build", "_build_unknown")


class CompiledTemplates(BytecodeCache):
    """The code of templates, kept in memory for as long as their text is the same."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        assert bucket.code
        self._kept[bucket.key, bucket.checksum] = bucket.code


def sharing(create: Callable[[Flask], Environment]) -> Callable[[Flask], Environment]:
    """Return what makes an application's environment, with one cache for all of them."""
    cache = CompiledTemplates()

    def create_sharing(app: Flask) -> Environment:
        environment = create(app)
        environment.bytecode_cache = cache
        return environment

    return create_sharing


def compiled_once(compile_rule: Callable[[Rule], None]) -> Callable[[Rule], None]:
    """Return what compiles a rule once: one that says the same gets what came of the first one."""
    compiled: dict[object, Rule] = {}

    def compile_once(rule: Rule) -> None:
        said = (rule.rule, rule.subdomain, rule.host, rule.merge_slashes, repr(rule.defaults))
        known = compiled.setdefault((*said, *rule.map.converters.items()), rule)
        if known is rule:
            compile_rule(rule)
        else:
            vars(rule).update({name: vars(known)[name] for name in COMPILED})

    return compile_once


def when_needed(compile_builder: Callable[[Rule, bool], Build]) -> Callable[..., Build]:
    """Return what compiles a rule's builder of addresses as soon as it builds the first one."""

    def compile_later(rule: Rule, append_unknown: bool = True) -> Build:
        compiled: list[Build] = []

        def build(self: Rule, **values: Any) -> Any:
            if not compiled:
                compiled.append(compile_builder(rule, append_unknown).__get__(self, None))
            return compiled[0](**values)

        return build

    return compile_later


def kept(
    join: Callable[[Mapping[str, Asset]], dict[str, Asset]],
) -> Callable[..., dict[str, Asset]]:
    """Return what joins the scripts of static files once, as long as it gets the same ones."""
    joined: list[tuple[Mapping[str, Asset], dict[str, Asset]]] = []

    def join_once(files: Mapping[str, Asset]) -> dict[str, Asset]:
        if not any(known is files for known, _ in joined):
            joined.append((files, join(files)))
        return next(scripts for known, scripts in joined if known is files)

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


def reuse(patch: pytest.MonkeyPatch) -> None:
    """Let every application that is made from now on share what it would compile again."""
    patch.setattr(Flask, "create_jinja_environment", sharing(Flask.create_jinja_environment))
    patch.setattr(Rule, "compile", compiled_once(Rule.compile))
    patch.setattr(Rule, "_compile_builder", when_needed(Rule._compile_builder))
    patch.setattr(
        ScriptDirectory, "get_current_head", newest_once(ScriptDirectory.get_current_head)
    )
    patch.setattr(assets, "read_assets", cache(assets.read_assets))
    patch.setattr(assets, "bundles", kept(assets.bundles))
