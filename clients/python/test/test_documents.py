"""The programs in the documents run as they stand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from conftest import World
from purser import Purser

library = Path(__file__).parents[1]


def programs_in(file: Path) -> list[str]:
    found = re.findall(r"^```python\n(.*?)^```$", file.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [each for each in found if "from purser import" in each]


def printed_by(program: str, world: World) -> str:
    env = {**os.environ, "PURSER_API_KEY": world.main["apiKey"], "PURSER_URL": world.base_url}
    ended = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program], env=env, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


def test_the_program_of_the_readme_pays_once_though_it_runs_twice(world: World, purser: Purser) -> None:
    (program,) = programs_in(library.parents[1] / "README.md")
    for _ in range(2):
        assert re.search(r"^COMPLETED Invoice 114$", printed_by(program, world), re.MULTILINE)
    paid = [each for each in purser.payments.list(direction="OUTBOUND", limit=100) if each.description == "Invoice 114"]
    assert len(paid) == 1


@pytest.mark.parametrize("at", [0, 1])
def test_the_programs_of_the_librarys_readme_run(world: World, at: int) -> None:
    programs = programs_in(library / "README.md")
    assert len(programs) == 2
    assert ("Coffee" in printed_by(programs[at], world)) == (at == 1)


def test_the_examples_of_the_reference_are_typed(world: World, tmp_path: Path) -> None:
    text = httpx2.get(f"{world.base_url}/docs/python.md").text
    examples = re.findall(r"^```\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    file = tmp_path / "examples.py"
    file.write_text("\n".join(examples), encoding="utf-8")
    words = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(file)]
    checked = subprocess.run(words, capture_output=True, text=True, check=False, cwd=tmp_path)  # noqa: S603
    assert (checked.stdout, len(examples) > 120) == ("Success: no issues found in 1 source file\n", True)


def test_the_example_loses_an_answer_pays_once_and_waits_for_its_person(world: World, purser: Purser) -> None:
    limited = purser.agents.create(name="A buyer", limits={"per_transaction": 2_000})
    key = purser.agent_keys.create(agent_id=limited.id).agent_key
    env = {**os.environ, "PURSER_API_KEY": str(key), "PURSER_URL": world.base_url}
    program = library.parents[1] / "examples/agent_that_buys.py"
    words = [sys.executable, "-W", "error", str(program), world.customer["partyId"]]
    lines = []
    with (
        Purser(api_key=world.main["approverApiKey"], base_url=world.base_url) as approver,
        subprocess.Popen(words, env=env, stdout=subprocess.PIPE, text=True) as running,  # noqa: S603
    ):
        assert running.stdout is not None
        for line in running.stdout:
            lines.append(line.rstrip("\n"))
            if found := re.search(r"\bapr_[0-9a-f]{32}\b", line):
                approver.approvals.approve(approval_id=found[0])
    assert running.returncode == 0
    assert [line.replace(line[23:59], "…") if line.startswith("A person") else line for line in lines] == [
        "invoice 7: NOBODY_KNOWS",
        "invoice 7: COMPLETED",
        "invoice 7: COMPLETED",
        "the printer: IN_REVIEW",
        "A person decides about …: limitExceeded",
        "The paper: COMPLETED, once. The printer: COMPLETED.",
    ]
    assert len(purser.payments.list(agent_id=limited.id).data) == 2
