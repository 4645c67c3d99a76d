"""Views that write lines."""

import json

from syrupy.assertion import SnapshotAssertion
from ui_story import WHOLE

from sopgen.clock import FakeClock
from sopgen.events import RunStopped
from sopgen.ui.lines import JsonLines, Plain, Quiet


def test_plain_lines_tell_the_whole_run(snapshot: SnapshotAssertion) -> None:
    lines: list[str] = []
    with Plain(lines.append) as view:
        for _, event in WHOLE:
            view(event)
    assert "\n".join(lines) == snapshot


def test_verbose_lines_tell_calls_and_executions_too(snapshot: SnapshotAssertion) -> None:
    lines: list[str] = []
    view = Plain(lines.append, verbose=True)
    for _, event in WHOLE:
        view(event)
    assert "\n".join(lines) == snapshot


def test_a_stopped_run_says_how_to_go_on() -> None:
    lines: list[str] = []
    Plain(lines.append)(RunStopped(project="my game", error="x", hint="", exit_code=4))
    assert lines == ["stopped; `sopgen --resume 'my game'` goes on"]


def test_each_event_is_one_json_object_with_name_time_and_fields() -> None:
    lines: list[str] = []
    view = JsonLines(lines.append, FakeClock())
    for _, event in WHOLE:
        view(event)
    objects = [json.loads(line) for line in lines]
    assert [found["event"] for found in objects] == [event.name for _, event in WHOLE]
    for found, (_, event) in zip(objects, WHOLE, strict=True):
        assert found.pop("time") == "2023-11-14T22:13:20.000+00:00"
        assert found.pop("event") == event.name
        assert type(event).model_validate_json(json.dumps(found)) == event


def test_a_quiet_view_can_be_paused_and_says_nothing() -> None:
    with Quiet() as view, view.pause():
        view(WHOLE[0][1])
