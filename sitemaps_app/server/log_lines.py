"""What the log need not hold."""

from __future__ import annotations

import logging


class ForbiddenIsALine(logging.Filter):
    """A 403 by a role is a decision and no fault of ours: its line stays, its traceback goes."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Lets every line through."""
        if getattr(record, "status_code", None) == 403:
            record.exc_info = record.exc_text = None
        return True
