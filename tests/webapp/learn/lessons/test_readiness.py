"""The first page of learning makes all lessons ready, once a process and behind the page."""

from __future__ import annotations

import threading

import pytest
from flask import Flask
from jinja2 import Environment

from tests.webapp.player import Player
from webapp.learn.lessons.lesson import courses
from webapp.learn.lessons.questions import registry
from webapp.learn.lessons.questions.registry import question_in


def test_no_question_has_to_be_worked_out_after_it(app: Flask) -> None:
    question_in.cache_clear()
    registry.make_ready(app.jinja_env, rest=0)
    missed = question_in.cache_info().misses
    for lessons in courses().values():
        for lesson in lessons:
            for step in lesson.steps:
                question_in(lesson, step)
    assert question_in.cache_info().misses == missed >= 24 * 4
    known = {name for _, name in app.jinja_env.cache}
    assert set(registry.TEMPLATES) <= known


def test_the_first_page_begins_it_and_no_other(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Environment] = []
    monkeypatch.setattr(registry, "_first", threading.Lock())
    monkeypatch.setattr(registry, "make_ready", begun.append)
    player.get("/mastermind/")
    assert begun == []
    for _ in range(3):
        player.get("/learn")
    for thread in threading.enumerate():
        if thread.name == "lessons":
            thread.join()
    assert begun == [player.client.application.jinja_env]
