"""A browser without script: it reads a page, follows its links and sends its forms, by their names.

What it can't do is see: what is `hidden`, or there for who has script, is not there for it, and all
else is, however it looks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

from flask.testing import FlaskClient

VOID = {"input", "br", "hr", "img", "meta", "link", "wbr", "source"}


@dataclass(eq=False)
class Element:
    tag: str
    attrs: dict[str, str]
    parent: Element | None = field(default=None, repr=False)
    parts: list[Element | str] = field(default_factory=list)

    def __iter__(self) -> Iterator[Element]:
        """Yield all elements below."""
        for part in self.parts:
            if isinstance(part, Element):
                yield part
                yield from part

    @property
    def text(self) -> str:
        whole = "".join(part if isinstance(part, str) else part.text for part in self.parts)
        return " ".join(whole.split())

    @property
    def name(self) -> str:
        """What it is called by who hears it."""
        return self.attrs.get("aria-label") or self.text

    @property
    def above(self) -> Iterator[Element]:
        """Yield the element and all that it is in."""
        element: Element | None = self
        while element:
            yield element
            element = element.parent

    @property
    def is_there(self) -> bool:
        return not ("hidden" in self.attrs or "script-only" in self.attrs.get("class", "").split())


class Reader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.root = self.at = Element("", {})
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        node = Element(tag, attributes, self.at)
        self.at.parts.append(node)
        if tag not in VOID:
            self.at = node

    def handle_endtag(self, tag: str) -> None:
        open_ones = [node for node in self.at.above if node.tag == tag]
        if open_ones and open_ones[0].parent:
            self.at = open_ones[0].parent

    def handle_data(self, data: str) -> None:
        self.at.parts.append(data)


class PlainBrowser:
    def __init__(self, client: FlaskClient) -> None:
        self.client, self.url, self.root = client, "", Element("", {})

    def open(self, url: str, method: str = "GET", fields: dict[str, str] | None = None) -> None:
        """Ask for a page, by a form's fields if there are some, and go where it leads."""
        arguments = {"query_string" if method == "GET" else "data": fields} if fields else {}
        headers = {"Sec-Fetch-Site": "same-origin"}
        answer = self.client.open(url, method=method, headers=headers, **arguments)
        if answer.status_code == 303:
            self.open(answer.location)
            return
        assert answer.status_code in {200, 422}, (url, answer.status_code)
        self.url, self.root = url, Reader(answer.text).root

    def all(self, tag: str = "", kind: str = "") -> list[Element]:
        return [
            node
            for node in self.root
            if tag in ("", node.tag) and (not kind or kind in node.attrs.get("class", "").split())
        ]

    def by_id(self, id: str) -> Element:
        (node,) = [node for node in self.root if node.attrs.get("id") == id]
        return node

    def press(self, name: str, within: str = "") -> None:
        """Press the first button of a name, which sends its form as it is filled."""
        button = self._named("button", name, within)
        form = self.form_of(button)
        assert form, name
        method, action, fields = self.sent_by(button, form)
        self.open(urljoin(self.url, action), method.upper(), fields)

    def form_of(self, button: Element) -> Element | None:
        """Return the form that a button sends, or None of one that is there for scripts."""
        owner = button.attrs.get("form")
        return (
            self.by_id(owner) if owner else next((e for e in button.above if e.tag == "form"), None)
        )

    def sent_by(self, button: Element, form: Element) -> tuple[str, str, dict[str, str]]:
        """Return how, where and what a button sends of a form."""
        fields = dict(self._fields(form))
        if "name" in button.attrs:
            fields[button.attrs["name"]] = button.attrs.get("value", "")
        action = button.attrs.get("formaction") or form.attrs.get("action", "")
        return button.attrs.get("formmethod") or form.attrs.get("method", "get"), action, fields

    def follow(self, name: str, within: str = "") -> None:
        self.open(urljoin(self.url, self._named("a", name, within).attrs["href"]))

    def fill(self, label: str, value: str) -> None:
        """Fill in a field, or choose of a list, by the first words of its label."""
        labels = [node for node in self.all("label") if node.text.startswith(label)]
        assert labels, label
        target = labels[0].attrs.get("for")
        place = self.by_id(target) if target else next(iter(labels[0]))
        place.attrs["value"] = value

    def choose(self, chosen: Element) -> None:
        """Choose one of those of which one is chosen."""
        for node in self.all("input"):
            if node.attrs.get("name") == chosen.attrs["name"]:
                node.attrs.pop("checked", None)
        chosen.attrs["checked"] = ""

    def _named(self, tag: str, name: str, within: str) -> Element:
        root = self.by_id(within) if within else self.root
        nodes = [e for e in root if e.tag == tag and all(node.is_there for node in e.above)]
        matches = [node for node in nodes if re.match(name, node.name)]
        assert matches, (name, [node.name for node in nodes])
        return matches[0]

    def _fields(self, form: Element) -> Iterator[tuple[str, str]]:
        inside = (e for e in form if "form" not in e.attrs)
        outside = (
            e for e in self.root if "form" in e.attrs and e.attrs["form"] == form.attrs.get("id")
        )
        for node in [*inside, *outside]:
            kind, name = node.attrs.get("type"), node.attrs.get("name")
            if not name or "disabled" in node.attrs:
                continue
            if node.tag == "select":
                options = [option for option in node if option.tag == "option"]
                chosen = [option for option in options if "selected" in option.attrs] or options
                value = chosen[0].attrs.get("value", chosen[0].text)
                yield name, node.attrs.get("value", value)
            elif node.tag == "textarea":
                yield name, node.attrs.get("value", node.text)
            elif node.tag == "input" and (
                kind not in {"radio", "checkbox"} or "checked" in node.attrs
            ):
                yield name, node.attrs.get("value", "on" if kind == "checkbox" else "")
