"""What a table of words holds for one code."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Words:
    """The words for one code: a title, what it means, what a person can do about it, and what usually causes it.

    All may hold `%(name)s` of the code's params.
    """

    title: Text
    explanation: Text = ""
    advice: Text = ""
    cause: Text = ""
