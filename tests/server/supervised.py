"""Run by tests as a process of its own: a supervisor over programs that the command line names as JSON."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from sitemaps_app.server.claims import claim_children
from sitemaps_app.server.output import Output
from sitemaps_app.server.programs import Program
from sitemaps_app.server.supervisor import Supervisor


def main(folder: Path, programs: list[dict[str, object]]) -> None:
    output = Output(folder / "logs")
    with Supervisor(output, os.environ, folder, claim_children(folder)) as supervisor:
        for program in programs:
            command = (sys.executable, "-u", "-c", str(program["code"]))
            supervisor.start(Program(str(program["name"]), command, grace_seconds=float(str(program.get("grace", 10)))))
        output.tell(f"supervisor {os.getpid()}")
        supervisor.run()
    output.tell("stopped")


if __name__ == "__main__":
    main(Path(sys.argv[1]), json.loads(sys.argv[2]))
