"""Files are written together where the design's interfaces allow it."""

import sample
from hypothesis import given
from hypothesis import strategies as st

from sopgen.artifacts import Design, Plan, Task
from sopgen.checks import waves

NAMES = ("a.py", "b.py", "c.py", "d.py", "e.py")


def _plan(uses: dict[str, tuple[str, ...]]) -> Plan:
    tasks = tuple(
        Task(
            id=f"T{number}",
            file=path,
            depends_on=others,
            logic="Write it.",
            requirement_ids=(),
            estimated_lines=10,
        )
        for number, (path, others) in enumerate(uses.items(), 1)
    )
    return Plan(tasks=tasks, shared_knowledge=(), api_description=None)


def _open_design() -> Design:
    return sample.design().model_copy(update={"interfaces": ()})


def test_a_file_does_not_wait_for_a_stated_interface() -> None:
    assert waves(sample.plan(), sample.design()) == (("converter.py", "main.py"),)


def test_a_file_waits_for_an_interface_that_is_left_open() -> None:
    assert waves(sample.plan(), _open_design()) == (("converter.py",), ("main.py",))


def test_in_order_of_dependency_a_file_waits_for_all_it_uses() -> None:
    found = waves(sample.plan(), sample.design(), "dependency")
    assert found == (("converter.py",), ("main.py",))


def test_a_circle_is_broken_at_its_first_file_and_not_at_those_that_wait_for_it() -> None:
    plan = _plan({"a.py": ("c.py",), "b.py": ("c.py",), "c.py": ("b.py",), "d.py": ()})
    assert waves(plan, _open_design()) == (("d.py",), ("b.py",), ("c.py",), ("a.py",))


@given(
    st.dictionaries(st.sampled_from(NAMES), st.lists(st.sampled_from(NAMES)).map(tuple), min_size=1)
)
def test_every_file_is_in_exactly_one_wave(uses: dict[str, tuple[str, ...]]) -> None:
    found = waves(_plan(uses), _open_design(), "dependency")
    assert sorted(path for wave in found for path in wave) == sorted(uses)
