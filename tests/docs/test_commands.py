"""What a document tells people to type exists."""

from __future__ import annotations

import importlib.util
import os
import re
from importlib.metadata import entry_points

import pytest
from django.core.management import get_commands, load_command_class

from tests.docs.pages import NAMES, ROOT, commands, text_of

MANAGE = re.compile(r"\bmanage\.py (\w+)(.*)$")
OPTION = re.compile(r"(?<!\S)(--[a-z][a-z-]*)")


@pytest.mark.parametrize("name", NAMES)
def test_commands_exist_and_have_the_options_that_are_named(name: str) -> None:
    wrong = []
    for line in commands(text_of(name)):
        if not (found := MANAGE.search(line)):
            continue
        command, rest = found.groups()
        app = get_commands().get(command)
        if app is None:
            wrong.append(line)
            continue
        made = load_command_class(app, command) if isinstance(app, str) else app
        known = made.create_parser("manage.py", command)._option_string_actions
        wrong += [f"{option} in: {line}" for option in OPTION.findall(rest) if option not in known]
    assert wrong == []


@pytest.mark.parametrize("name", NAMES)
def test_scripts_exist_and_can_be_run(name: str) -> None:
    named = {match for line in commands(text_of(name)) for match in re.findall(r"(?<![\w./-])script/[\w]+", line)}
    assert [script for script in sorted(named) if not os.access(ROOT / script, os.X_OK)] == []


@pytest.mark.parametrize("name", NAMES)
def test_programs_come_with_the_requirements_and_modules_are_there(name: str) -> None:
    scripts = {entry.name for entry in entry_points(group="console_scripts")} | {"python"}
    for line in commands(text_of(name)):
        if program := re.search(r"\.venv/bin/([\w.-]+)", line):
            assert program[1] in scripts, line
        for module in re.findall(r"\b(?:sitemaps_app|tests)(?:\.\w+)+", line):
            assert importlib.util.find_spec(module.removesuffix(".py")) is not None, line


def test_the_readme_names_every_command_of_ours() -> None:
    ours = {command for command, app in get_commands().items() if app == "sitemaps_app"}
    named = {found[1] for name in NAMES for line in commands(text_of(name)) if (found := MANAGE.search(line))}
    assert len(ours) > 5
    assert sorted(ours - named) == []
