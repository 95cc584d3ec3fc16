"""The raw fields of blocks that wait to be judged together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sitemaps_app.formats.lastmod_values import Lastmod


class Rows:
    """One row a block: `locs` and `raws` (None = no date) as they stood in the file. `size` are the characters of all addresses.

    `dates` are those that the reader of another kind of date (feeds) has understood itself. Lines of a whole run of blocks are only worked
    out when one is asked for.
    """

    def __init__(self) -> None:
        self.locs: list[str] = []
        self.raws: list[str | None] = []
        self.dates: dict[int, Lastmod] = {}
        self.size = 0
        self._lines: list[int | None] = []
        self._runs: list[tuple[int, Callable[[], Sequence[int]]]] = []

    def __len__(self) -> int:
        return len(self.locs)

    def add(self, loc: str, raw: str | None, line: int | None) -> None:
        """One block that starts at `line`."""
        self.locs.append(loc)
        self.raws.append(raw)
        self.size += len(loc)
        self._lines.append(line)

    def add_run(self, locs: Sequence[str], raws: Sequence[str | None], find_lines: Callable[[], Sequence[int]]) -> None:
        """Blocks that follow each other; `find_lines` gives the line of each."""
        self._runs.append((len(self.locs), find_lines))
        self.locs += locs
        self.size += sum(map(len, locs))
        self.raws += raws
        self._lines += [None] * len(locs)

    def lines(self) -> Sequence[int | None]:
        """The line of each row."""
        for first, find_lines in self._runs:
            found = find_lines()
            self._lines[first : first + len(found)] = found
        self._runs = []
        return self._lines

    def line(self, row: int) -> int | None:
        """The line of one row."""
        return self.lines()[row]
