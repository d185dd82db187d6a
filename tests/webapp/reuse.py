"""What many applications in one process share: templates, scripts, builders of addresses.

Each test has an application of its own. Most of what making one and asking for its first page takes
goes into builders of addresses that are never built, into compiling the same templates and into
reading and joining the same scripts again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import CodeType
from typing import Any

import pytest
from flask import Flask
from flask.templating import Environment
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

from webapp.http import assets
from webapp.http.assets import Asset

Build = Callable[..., Any]


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


def reuse(patch: pytest.MonkeyPatch) -> None:
    """Let every application that is made from now on share what it would compile again."""
    patch.setattr(Flask, "create_jinja_environment", sharing(Flask.create_jinja_environment))
    patch.setattr(Rule, "_compile_builder", when_needed(Rule._compile_builder))
    patch.setattr(assets, "read_assets", cache(assets.read_assets))
    patch.setattr(assets, "bundles", kept(assets.bundles))
