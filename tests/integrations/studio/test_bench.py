"""The work behind a page: edits, processes, the file on disk, and what is opened."""

from __future__ import annotations

import asyncio
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from rspc.cli.app import app
from rspc.compiler.contract import plugins
from rspc.compiler.sources.starter import start, template
from rspc.dsl.diagnostics import SpecError
from rspc.integrations.language_server.messages import Files
from rspc.integrations.processes.pool import Interrupted, Worker
from rspc.integrations.studio.address import Address, bind, names
from rspc.integrations.studio.author.bench import PROGRAM, TIMING, Bench, Problem
from rspc.integrations.studio.author.disk import OnDisk, read_file
from rspc.integrations.studio.author.exporting import command_line
from rspc.integrations.studio.author.making import make
from rspc.integrations.studio.author.messages import Choice, Look, Looked, Make
from rspc.integrations.studio.author.starting import starters
from rspc.integrations.studio.target import read_target

LOGIC = "constraint"


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rspc.cli.studio.NEEDED", ())  # what is tried here ends before the server


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    return start("shop", LOGIC, tmp_path)


def run(spec: Path, work: Callable[[Bench, list[Problem]], Any]) -> Any:
    """Run something beside a bench; the list gets its problems."""

    async def main() -> Any:
        problems: list[Problem] = []

        def send(kind: str, value: Any) -> None:
            if kind == "problem":
                problems.append(value)

        bench = Bench(read_file(spec), send)
        bench.start()
        try:
            return await work(bench, problems)
        finally:
            bench.close()
            await asyncio.sleep(0.3)  # the loop hears that its processes have ended

    return asyncio.run(main())


async def wait(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.02)


def test_the_latest_edit_wins(spec: Path) -> None:
    text = spec.read_text()

    async def work(bench: Bench, problems: list[Problem]) -> None:
        await wait(lambda: problems)
        for version in range(2, 30):
            bench.edit(version, text + "\n" * version)
            await asyncio.sleep(0.01)
        bench.choose(Choice(seed=5))
        await wait(lambda: problems[-1].choice.seed == 5)
        assert problems[-1].made.record["seed"] == 5
        assert len(problems) < 10

    run(spec, work)


WORDS = """family pals
logic defeasible
pool names = {ann, bob}
sort person = names
pred kind(person)
pred glad(person)
theory { kind(ann). kind(X) => glad(X). }
ask entailment glad(ann)
say kind(?a) as "{{ a }} is kind"
"""


def test_words_that_are_missing_are_reported_after_the_problem(spec: Path) -> None:
    async def work(bench: Bench, problems: list[Problem]) -> None:
        bench.edit(2, WORDS)
        await wait(lambda: [each.code for each in bench.faults] == ["W0520"])
        assert problems[-1].made.record
        bench.choose(Choice(index=1))
        await wait(lambda: problems[-1].choice.index == 1)
        assert [each.code for each in bench.faults] == ["W0520"]
        same = WORDS.replace('is kind"', 'is kind"\nsay glad(?a) as "{{ a }} is kind"')
        bench.edit(3, same)
        assert bench.proved == ()
        await wait(lambda: "E0510" in [each.code for each in bench.faults])
        bench.edit(4, same.replace('glad(?a) as "{{ a }} is kind', 'glad(?a) as "{{ a }} is glad'))
        await wait(lambda: problems[-1].made.record)
        assert not [each for each in bench.faults if each.code[0] == "E"]

    run(spec, work)


def test_the_faults_of_an_edit_come_and_go(spec: Path) -> None:
    text = spec.read_text()

    async def work(bench: Bench, problems: list[Problem]) -> None:
        await wait(lambda: problems)
        bench.edit(2, text.replace("logic ", "logik "))
        await wait(lambda: bench.faults)
        await wait(lambda: problems[-1].made.failed)
        assert not problems[-1].made.record
        bench.edit(3, text)
        await wait(lambda: problems[-1].made.record)
        await wait(lambda: not [each for each in bench.faults if each.code[0] == "E"])

    run(spec, work)


def test_a_question_is_given_up_and_the_process_lives(spec: Path) -> None:
    async def work(bench: Bench, problems: list[Problem]) -> None:
        await wait(lambda: problems)
        worker = bench.sampler
        question = Look(bench._files(), Choice(), 60.0, 10**6)
        await worker.ask(Look(bench._files(), Choice(), 0.0, 1), Looked)
        own = worker.pid
        asked = asyncio.ensure_future(worker.ask(question, Looked))
        await asyncio.sleep(0.3)
        worker.interrupt()
        with pytest.raises(Interrupted):
            await asked
        again = await worker.ask(Look(bench._files(), Choice(), 0.0, 1), Looked)
        assert again.made == 1
        assert worker.pid == own

    run(spec, work)


def test_a_closed_bench_has_no_processes(spec: Path) -> None:
    async def work(bench: Bench, problems: list[Problem]) -> list[int]:
        await wait(lambda: problems)
        return bench.processes

    processes = run(spec, work)
    assert processes
    if sys.platform == "linux":
        deadline = time.monotonic() + 5
        while any(Path(f"/proc/{each}/exe").exists() for each in processes):
            assert time.monotonic() < deadline
            time.sleep(0.02)


def test_a_process_that_takes_too_long_is_told(spec: Path) -> None:
    worker = Worker(PROGRAM, 0.05, TIMING.memory, TIMING.patience)
    assert worker.pid is None

    async def work(bench: Bench, problems: list[Problem]) -> None:
        await wait(lambda: problems)
        bench.session.maker = worker
        bench.choose(Choice(seed=1))
        await wait(lambda: problems[-1].choice.seed == 1)
        assert problems[-1].made.failed == "it takes more than 0.05 seconds"
        worker.kill()

    run(spec, work)


# ------------------------------------------------------------------------------------------------------- the file


def test_a_file_is_saved_with_its_line_ends(tmp_path: Path) -> None:
    file = tmp_path / "a.rspec"
    file.write_bytes(b"family a\r\n")
    file.chmod(0o640)
    disk = read_file(file)
    assert disk.text == "family a\n"
    disk = disk.written("family b\nlogic asp\n")
    assert file.read_bytes() == b"family b\r\nlogic asp\r\n"
    assert file.stat().st_mode & 0o777 == 0o640
    assert not disk.is_changed()
    file.write_bytes(b"family c\n")
    assert disk.is_changed()
    file.unlink()
    assert disk.is_changed()
    assert [each.name for each in tmp_path.iterdir()] == []


def test_saving_follows_a_link(tmp_path: Path) -> None:
    file, link = tmp_path / "a.rspec", tmp_path / "b.rspec"
    file.write_text("family a\n")
    link.symlink_to(file)
    read_file(link).written("family b\n")
    assert link.is_symlink()
    assert file.read_text() == "family b\n"


@pytest.mark.parametrize("content", [b"\xff", b"x" * ((1 << 20) + 1), None])
def test_a_file_that_cannot_be_shown_is_refused(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "a.rspec"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SpecError) as caught:
        read_file(file)
    assert caught.value.diagnostics[0].code == "E0601"


# ---------------------------------------------------------------------------------------------- targets, command


def test_a_folder_has_its_specs_and_datasets(tmp_path: Path) -> None:
    (tmp_path / "a.rspec").write_text("family a\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.rspec").write_text("family b\n")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "c.rspec").write_text("family c\n")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "manifest.json").write_text("{}")
    (tmp_path / "out" / "records.jsonl").write_text("")
    (tmp_path / "rows.jsonl").write_text("")
    found = read_target(str(tmp_path))
    assert [*found.specs] == ["a.rspec", "sub/b.rspec"]
    assert [*found.datasets] == ["out", "rows.jsonl"]
    assert [*read_target(str(tmp_path / "out")).datasets] == ["out"]
    assert read_target(str(tmp_path / "a.rspec")).specs == {"a.rspec": tmp_path / "a.rspec"}


def test_the_command_line_makes_what_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "my shop.rspec"
    choice = Choice("3", {"size": "4", "words": "a b"}, 7, 120, "train")
    assert command_line(path, choice) == (
        f"rspc compile '{path}' --seed 7 --split train=121 --level 3 --set size=4 --set 'words=a b'"
    )
    assert command_line(path, Choice("Few")) == (
        f"rspc compile '{path}' -n 100 --seed 0 --preset Few"
    )


def studio(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["studio", *words, "--no-browser"])
    return result.exit_code, result.output


@pytest.mark.parametrize("name", ["gone.jsonl", "gone/", "gone/new.rspec"])
def test_a_target_that_is_missing_is_named(tmp_path: Path, name: str) -> None:
    code, output = studio(str(tmp_path / name))
    assert code == 1
    assert "error[E0601]" in output


def test_bad_targets_are_diagnostics(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    for target in (tmp_path, tmp_path / "a.txt"):
        code, output = studio(str(target))
        assert code == 1
        assert "error[E0602]" in output
    assert "E0623" in studio("no_such_family")[1]


def test_an_open_server_needs_a_token(spec: Path) -> None:
    code, output = studio(str(spec), "--host", "0.0.0.0", "--no-token")
    assert code == 2
    assert "--no-token" in output


def test_an_address_that_is_in_use_is_a_diagnostic() -> None:
    with bind(Address()) as taken:
        port = int(taken.getsockname()[1])
        for address in (Address(port=port), Address("192.0.2.1"), Address("no such host")):
            with pytest.raises(SpecError) as caught:
                bind(address)
            assert caught.value.diagnostics[0].code == "E0875"


def test_a_server_for_all_addresses_has_the_name_of_the_machine() -> None:
    with bind(Address()) as bound:
        assert names("127.0.0.1", bound) == ["127.0.0.1", "127.0.0.1"]
        assert socket.gethostname() in names("0.0.0.0", bound)


def test_a_missing_package_is_named(spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rspc.cli.studio.NEEDED", ("no_such_package",))
    code, output = studio(str(spec))
    assert code == 1
    assert "E0816" in output
    assert "rspc[studio]" in output


def test_a_spec_that_does_not_exist_is_begun(tmp_path: Path) -> None:
    path = tmp_path / "mine.rspec"
    found = read_target(str(path))
    assert (found.specs, found.is_new) == ({"mine.rspec": path}, True)
    assert not path.exists()
    disk = OnDisk(path, b"", is_new=True)
    assert not disk.is_changed()
    written = disk.written("family mine\n")
    assert path.read_text() == "family mine\n"
    assert not written.is_new
    assert not written.is_changed()
    plain = tmp_path / "plain"
    plain.touch()
    assert path.stat().st_mode == plain.stat().st_mode
    path.unlink()
    assert written.is_changed()


@pytest.mark.parametrize("name", ["none/mine.rspec", "mine.txt", "mine"])
def test_what_cannot_be_begun_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SpecError) as refused:
        read_target(str(tmp_path / name))
    assert refused.value.diagnostics[0].code == "E0601"


def test_a_problem_is_refused_for_an_error_and_not_for_a_warning(tmp_path: Path) -> None:
    text = template(LOGIC) + 'say money as "{{ x | shout }}"\n'
    made = make(Make(Files(str(tmp_path / "a.rspec"), text, str(tmp_path)), Choice()))
    assert made.failed.startswith("E")


def test_every_logic_with_a_template_is_offered() -> None:
    drawn = starters()
    for name in plugins.names(plugins.LOGICS):
        assert f'data-start="{name}"' in drawn
