"""Bad input and bad surroundings: one sentence, a hint, the right exit code, nothing lost."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import sample
import sample_run
from cli_kit import Call, Ended

SENTENCE = sample.requirement().text


@pytest.fixture
def tape(home: Path) -> str:
    return str(sample_run.record(home / "tape.jsonl", sample_run.answers()))


@pytest.fixture
def begun(sopgen: Call, home: Path, tape: str) -> Path:
    """A project that stopped after its plan."""
    ended = sopgen(SENTENCE, "--replay", tape, "--stop-after", "plan", "--no-execute")
    assert ended.exit_code == 0
    return home / "workspace" / "temperature_converter"


def one_sentence_and_hint(ended: Ended, exit_code: int) -> str:
    assert ended.exit_code == exit_code, ended.err
    lines = ended.err.strip().splitlines()
    assert lines[0].startswith("sopgen: ")
    assert len(lines) >= 2 and "Traceback" not in ended.err
    return ended.err


def git(project: Path, *arguments: str) -> str:
    command = ["git", "-C", str(project), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_an_unreadable_requirement_file(sopgen: Call, home: Path) -> None:
    one_sentence_and_hint(sopgen("--file", str(home / "nowhere.txt")), 2)


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_workspace_that_may_not_be_written(sopgen: Call, home: Path, tape: str) -> None:
    (home / "closed").mkdir(mode=0o500)
    ended = sopgen(SENTENCE, "--replay", tape, "--workspace", str(home / "closed" / "w"))
    assert "closed" in one_sentence_and_hint(ended, 1)


def test_a_workspace_that_is_a_file(sopgen: Call, home: Path, tape: str) -> None:
    (home / "file").write_text("mine")
    ended = sopgen(SENTENCE, "--replay", tape, "--workspace", str(home / "file"))
    one_sentence_and_hint(ended, 1)
    assert (home / "file").read_text() == "mine"


def test_an_unknown_model(sopgen: Call, home: Path) -> None:
    said = one_sentence_and_hint(sopgen(SENTENCE, "--model", "antropic/claude-sonnet-4-5"), 3)
    assert "anthropic/claude-sonnet-4-5" in said
    assert not (home / "workspace").exists()


def test_an_unknown_recording(sopgen: Call) -> None:
    assert "2048" in one_sentence_and_hint(sopgen(SENTENCE, "--replay", "2049"), 3)


def test_another_sentence_without_a_model_names_the_recorded_ones(sopgen: Call) -> None:
    said = one_sentence_and_hint(sopgen("Draw a map of the moon"), 3)
    assert "ANTHROPIC_API_KEY" in said and "Ollama" in said and "--model manual" in said
    assert "Create a 2048 game" in said


def test_a_broken_artifact_is_named_and_kept(sopgen: Call, begun: Path) -> None:
    artifact = begun / ".sopgen" / "artifacts" / "plan.yaml"
    artifact.write_text(artifact.read_text() + "colour: blue\n")
    said = one_sentence_and_hint(sopgen("--resume", str(begun)), 3)
    assert "plan.yaml" in said and "colour" in said
    assert "colour: blue" in artifact.read_text()


def test_an_artifact_that_is_no_yaml_is_named_with_its_line(sopgen: Call, begun: Path) -> None:
    artifact = begun / ".sopgen" / "artifacts" / "plan.yaml"
    artifact.write_text("tasks: [\n")
    assert "line 2" in one_sentence_and_hint(sopgen("--resume", str(begun)), 3)


def test_a_folder_that_is_no_repository(sopgen: Call, home: Path) -> None:
    (home / "plain").mkdir()
    one_sentence_and_hint(sopgen("--resume", str(home / "plain")), 2)


def test_a_detached_head_is_explained_and_left_alone(sopgen: Call, begun: Path) -> None:
    git(begun, "checkout", "-q", "--detach")
    head = git(begun, "rev-parse", "HEAD")
    ended = sopgen("--resume", str(begun))
    assert "detached" in ended.err.lower() or "branch" in ended.err.lower()
    assert ended.exit_code in {2, 7}
    assert git(begun, "rev-parse", "HEAD") == head


def test_a_half_written_journal_line_costs_nothing(sopgen: Call, begun: Path, tape: str) -> None:
    journal = begun / ".sopgen" / "journal.jsonl"
    with journal.open("ab") as file:
        file.write(b'1234abcd {"entry": "reply", "call": "code/ma')
    ended = sopgen("--resume", str(begun), "--replay", tape, "--no-execute")
    assert ended.exit_code == 1
    assert "not executed" in ended.out.lower()


def test_nothing_to_resume(sopgen: Call) -> None:
    one_sentence_and_hint(sopgen("--resume"), 2)


def test_a_project_that_another_run_holds(sopgen: Call, begun: Path, tape: str) -> None:
    lock = begun / ".sopgen" / "lock"
    holder = subprocess.Popen(["flock", str(lock), "sh", "-c", "echo held; exec sleep 60"],
                              stdout=subprocess.PIPE)  # fmt: skip
    assert holder.stdout is not None
    holder.stdout.readline()
    try:
        one_sentence_and_hint(sopgen("--resume", str(begun), "--replay", tape), 7)
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()


@pytest.mark.skipif(os.getuid() != 0, reason="only root can mount a small disk")
def test_a_full_disk_stops_the_run_and_more_room_lets_it_end(
    sopgen: Call, home: Path, tape: str
) -> None:
    disk = home / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", str(disk)], check=False
    )
    if mounted.returncode:
        pytest.skip("this machine lets nobody mount a tmpfs")
    try:
        common = ["--workspace", str(disk), "--replay", tape, "--no-execute"]
        said = one_sentence_and_hint(sopgen(SENTENCE, *common), 1)
        assert "full" in said or "space" in said
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        (project,) = disk.iterdir()
        ended = sopgen("--resume", str(project), "--replay", tape, "--no-execute")
        assert "not executed" in ended.out.lower(), ended.err
        assert git(disk / "temperature_converter", "status", "--porcelain") == ""
    finally:
        subprocess.run(["umount", str(disk)], check=False)


def test_an_edited_document_is_refused_before_anything_runs(
    sopgen: Call, begun: Path, tape: str
) -> None:
    head = git(begun, "rev-parse", "HEAD")
    document = begun / "docs" / "prd.md"
    before = document.read_text()
    document.write_text(before + "mine\n")
    said = one_sentence_and_hint(sopgen("--resume", str(begun), "--replay", tape), 7)
    assert "prd.yaml" in said
    assert git(begun, "rev-parse", "HEAD") == head
    command = said.partition("`git ")[2].partition("`")[0].split()
    git(begun, *command)
    assert document.read_text() == before
    assert sopgen("--resume", str(begun), "--replay", tape, "--no-execute").exit_code == 1


def test_a_key_in_the_requirement_or_an_attachment_is_refused(
    sopgen: Call, home: Path, tape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "canary-0123456789")
    said = one_sentence_and_hint(sopgen("Use canary-0123456789", "--replay", tape), 6)
    assert "canary" not in said
    (home / "notes.txt").write_text("KEY=canary-0123456789")
    one_sentence_and_hint(sopgen(SENTENCE, "--attach", "notes.txt", "--replay", tape), 6)
    assert not (home / "workspace").exists()


def test_a_name_that_windows_reserves_is_refused_at_once(sopgen: Call, home: Path) -> None:
    one_sentence_and_hint(sopgen(SENTENCE, "--name", "con"), 2)
    assert not (home / "workspace").exists()


def test_a_start_that_came_to_nothing_leaves_no_folder(home: Path) -> None:
    command = [sys.executable, "-m", "sopgen", SENTENCE, "--model", "openai/gpt-4o", "--yes"]
    ran = subprocess.run(command, cwd=home, capture_output=True, text=True, check=False)
    one_sentence_and_hint(Ended(ran.returncode, ran.stdout, ran.stderr), 3)
    assert list((home / "workspace").iterdir()) == []


def test_the_hint_names_the_command_that_goes_on(sopgen: Call, home: Path) -> None:
    given = sample_run.answers()
    del given["plan/plan#1"]
    short = str(sample_run.record(home / "short.jsonl", given))
    said = one_sentence_and_hint(sopgen(SENTENCE, "--replay", short, "--no-execute"), 5)
    assert f"sopgen --resume {home / 'workspace' / 'temperature_converter'}" in said


def test_a_home_that_cannot_be_written_is_no_obstacle(
    sopgen: Call, home: Path, tape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/nonexistent")
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nowhere")
    assert sopgen(SENTENCE, "--replay", tape).exit_code == 0
