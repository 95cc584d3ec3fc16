from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command


@pytest.mark.parametrize(
    "arguments",
    [
        ("--days", "0"),
        ("--days", "-3"),
        ("--days", "999999999"),
        ("--processes", "0"),
        ("--now", "soon"),
        ("--now", "9999-12-31T23:59:59-14:00"),
        ("--now", "1970-01-03", "--days", "60"),
    ],
)
def test_what_cannot_be_walked_is_wrong_use(arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError) as wrong:
        call_command("demo", *arguments)
    assert wrong.value.returncode == 2
