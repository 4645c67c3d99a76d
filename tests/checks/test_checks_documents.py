"""Checks of documents where one example is not enough."""

from dataclasses import replace
from typing import Any

import pytest
import sample

from sopgen.artifacts import Artifacts, StartProof
from sopgen.checks import run_checks
from sopgen.checks.document_language import named_language, written_language

EMPTY = StartProof(
    arguments=(), keys=None, exit_code=None, output=None, http_path=None, http_status=None
)


def _runtime(**changes: Any) -> Artifacts:
    runtime = sample.design().runtime.model_copy(update=changes)
    design = sample.design().model_copy(update={"runtime": runtime})
    return replace(sample.artifacts(), design=design)


def _found(artifacts: Artifacts) -> list[str]:
    return [finding.check for finding in run_checks("design", artifacts, {})]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The player moves with the keys and the score is shown at the top of the board.",
            "English",
        ),
        (
            "Der Spieler bewegt die Kacheln mit den Tasten, und das Ergebnis wird angezeigt.",
            "German",
        ),
        ("Le joueur déplace les tuiles avec les touches et le score est affiché.", "French"),
        ("创建一个可以在终端里玩的二〇四八游戏", "Chinese"),
        ("ターミナルで遊べるゲームを作ってください", "Japanese"),
        ("Создай игру для терминала с подсчётом очков", "Russian"),
        ("터미널에서 실행되는 게임을 만들어 주세요", "Korean"),
        ("Create a 2048 game", ""),
        ("Programm schreiben", ""),
        ("", ""),
        ("🙂 12345 %%% ---", ""),
        ("Створи гру для термінала з підрахунком очок", ""),
    ],
)
def test_a_language_is_named_only_when_it_is_certain(text: str, expected: str) -> None:
    assert written_language(text) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("de", "German"), ("zh-CN", "Chinese"), ("Deutsch", "German"), ("English (UK)", "English"),
     ("Simplified Chinese", "Chinese"), ("", ""), ("Klingon", "")],
)  # fmt: skip
def test_languages_are_known_by_their_usual_names(name: str, expected: str) -> None:
    assert named_language(name) == expected


@pytest.mark.parametrize(
    ("kind", "proof", "count"),
    [
        ("cli", {}, 1),
        ("library", {"exit_code": 0}, 0),
        ("tui", {}, 1),
        ("tui", {"keys": "q", "exit_code": 0}, 0),
        ("web_service", {}, 3),
        ("web_service", {"http_path": "/", "http_status": 200, "arguments": ("{port}",)}, 0),
        ("web_page", {}, 1),
        ("gui", {}, 0),
    ],
)
def test_each_kind_of_program_needs_its_proof(kind: str, proof: dict[str, Any], count: int) -> None:
    found = _found(_runtime(kind=kind, proof=EMPTY.model_copy(update=proof)))
    assert found == ["design.runtime"] * count


@pytest.mark.parametrize(
    ("start", "healthy"),
    [
        (("python", "main.py"), True),
        (("python3.12", "-u", "./main.py"), True),
        (("python", "-m", "main"), True),
        (("python", "-c", "import converter"), True),
        (("python", "-m", "http.server"), True),
        (("./main.py",), False),
        (("temperature", "100C"), False),
        (("python",), False),
        (("python", "-m", "temperature"), False),
        (("python", "app.py"), False),
    ],
)
def test_a_start_command_must_find_its_file(start: tuple[str, ...], healthy: bool) -> None:
    assert _found(_runtime(start=start)) == ([] if healthy else ["design.entry_point"])


def test_a_circle_of_dependencies_is_named() -> None:
    first, second = sample.plan().tasks
    looped = first.model_copy(update={"depends_on": ("main.py",)})
    plan = sample.plan().model_copy(update={"tasks": (looped, second)})
    found = run_checks("plan", replace(sample.artifacts(), plan=plan), {})
    assert [finding.message for finding in found] == [
        "files depend on each other in a circle: converter.py -> main.py -> converter.py"
    ]


def test_acceptance_tests_are_judged_before_there_is_code() -> None:
    assert run_checks("qa", sample.artifacts(), {}) == []
