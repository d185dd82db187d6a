"""Cases that are mere data, all asked in one test: ``@cases("page", PAGES)``.

It reads like ``parametrize``, but what a test needs is set up once for all its cases, each of which
is a subtest: it costs no item of its own, and one that fails is named, whatever becomes of the
others. Where a case needs what is fresh, or should be drawn, sampled or run beside others, it is
one of ``parametrize``.
"""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from reprlib import Repr
from typing import Any

import pytest

Test = Callable[..., None]

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 200


def cases(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Test], Test]:
    """Have a test called for each of some values, which ``names`` are given to."""
    keys, rows = [names] if isinstance(names, str) else list(names), list(values)
    assert rows, "a test without a case asks nothing"

    def decorate(test: Test) -> Test:
        whole = inspect.signature(test)
        arguments = [parameter for name, parameter in whole.parameters.items() if name not in keys]
        is_nested = "subtests" in whole.parameters  # its own cases are subtests, too
        subtest = inspect.Parameter("subtests", inspect.Parameter.KEYWORD_ONLY)

        @wraps(test)
        def ask_each(subtests: pytest.Subtests, **fixtures: Any) -> None:
            if is_nested:
                fixtures["subtests"] = subtests
            for value in rows:
                case = dict(zip(keys, [value] if isinstance(names, str) else value, strict=True))
                with subtests.test(case=_SHORT.repr(value)):
                    test(**fixtures, **case)

        parameters = arguments if is_nested else [*arguments, subtest]
        vars(ask_each)["__signature__"] = whole.replace(parameters=parameters)
        return ask_each

    return decorate
