"""What a project keeps beside its files: artifacts, messages, run state, the lock."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from project_kit import ASK, REQUIREMENT

from sopgen.artifacts import Message
from sopgen.errors import ConfigurationError, ProjectBusy
from sopgen.project.project import Project, RunState, gitignore_text

MESSAGE = Message(
    number=1, run=1, stage="prd", cause_by="write_prd", sent_from="product_manager",
    send_to=("architect",), artifact="prd", digest="ab12",
)  # fmt: skip


def test_artifacts_are_read_from_disk_and_missing_ones_are_none(project: Project) -> None:
    file = project.root / project.artifact_file("requirement")
    file.parent.mkdir()
    file.write_text(REQUIREMENT)
    artifacts = project.artifacts()
    assert artifacts.requirement.text == ASK
    assert artifacts.prd is None


def test_a_missing_requirement_is_named(project: Project) -> None:
    with pytest.raises(ConfigurationError, match=r"requirement\.yaml is missing"):
        project.artifacts()


def test_a_broken_artifact_names_file_and_place(project: Project) -> None:
    file = project.root / project.artifact_file("requirement")
    file.parent.mkdir()
    for content in (b"text: [", b"text: 1\n", b"\xff\xfe"):
        file.write_bytes(content)
        with pytest.raises(ConfigurationError, match=r"requirement\.yaml"):
            project.artifacts()


def test_messages_are_one_line_each_and_read_back(project: Project) -> None:
    assert project.messages() == ()
    pool = (MESSAGE, MESSAGE.model_copy(update={"number": 2, "cause_by": "schreibe\u2028ü"}))
    (project.root / project.messages_file()).write_bytes(project.messages_text(pool))
    assert project.messages() == pool


def test_a_broken_message_names_its_line(project: Project) -> None:
    good = project.messages_text([MESSAGE]).decode()
    (project.root / project.messages_file()).write_text(good + "{}\n")
    with pytest.raises(ConfigurationError, match="line 2"):
        project.messages()


texts = st.text(st.characters(exclude_categories=["Cs"]))
messages = st.builds(
    Message, number=st.integers(), run=st.integers(), stage=st.sampled_from(["prd", "qa"]),
    cause_by=texts, sent_from=texts, send_to=st.just(("engineer",)),
    artifact=st.just("prd"), digest=texts,
)  # fmt: skip


@given(st.lists(messages))
def test_any_messages_survive_a_round_trip(
    tmp_path_factory: pytest.TempPathFactory, pool: list[Message]
) -> None:
    project = Project(tmp_path_factory.mktemp("pool"))
    project.state.mkdir()
    (project.root / project.messages_file()).write_bytes(project.messages_text(pool))
    assert project.messages() == tuple(pool)


def test_the_run_state_is_kept_and_has_defaults(project: Project, tmp_path: Path) -> None:
    assert Project(tmp_path).read_state() == RunState()
    state = RunState(run=2, token="ab", takes={"code": 3}, model="m", outcome="failed")
    project.write_state(state)
    assert project.read_state() == state


def test_an_unreadable_run_state_is_told(project: Project) -> None:
    (project.state / "run.json").write_text('{"run": "many"}')
    with pytest.raises(ConfigurationError, match=r"run\.json"):
        project.read_state()


def test_the_gitignore_keeps_state_out_and_artifacts_in(project: Project) -> None:
    (project.root / ".gitignore").write_text(gitignore_text())
    (project.root / ".git/info/exclude").unlink()
    for path in ("journal.jsonl", "run.json", "artifacts/prd.yaml", "messages.jsonl"):
        (project.state / path).parent.mkdir(exist_ok=True)
        (project.state / path).write_text("x")
    listed = subprocess.run(
        ["git", "ls-files", "-o", "--exclude-standard"],
        cwd=project.root, capture_output=True, check=True, encoding="utf-8",
    )  # fmt: skip
    assert listed.stdout.split() == [
        ".gitignore", ".sopgen/artifacts/prd.yaml", ".sopgen/messages.jsonl",
    ]  # fmt: skip


def test_a_second_run_is_refused_and_told_who_has_the_project(project: Project) -> None:
    with project.lock(), pytest.raises(ProjectBusy, match=f"process {os.getpid()} on .* since 20"):
        project.lock().__enter__()
    with project.lock():
        pass


HOLD = """
import subprocess, sys
from pathlib import Path
from sopgen.project.project import Project
with Project(Path(sys.argv[1])).lock():
    subprocess.Popen(["sleep", "60"], stdout=subprocess.DEVNULL)
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_killed_run_frees_the_lock_though_a_program_it_started_lives_on(
    project: Project,
) -> None:
    command = [sys.executable, "-c", HOLD, str(project.root)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, start_new_session=True) as holder:  # type: ignore[call-overload]
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(ProjectBusy, match=f"process {holder.pid} "):
            project.lock().__enter__()
        holder.kill()
        holder.wait()
        with project.lock():
            pass
        os.killpg(holder.pid, 9)


def test_the_lock_goes_along_when_the_folder_is_renamed(project: Project) -> None:
    renamed = project.root.with_name("renamed")
    with project.lock():
        os.rename(project.root, renamed)
        with pytest.raises(ProjectBusy):
            Project(renamed).lock().__enter__()
