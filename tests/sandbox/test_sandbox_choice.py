"""The choice of a sandbox: the strongest that holds when it is tried, else a refusal."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sopgen.errors import SandboxMissing
from sopgen.sandbox.bubblewrap import Bubblewrap
from sopgen.sandbox.choice import choose, known_sandboxes, probe
from sopgen.sandbox.landlock import Landlock, landlock_abi
from sopgen.sandbox.launch import Job, Launch
from sopgen.sandbox.none import Unconfined
from sopgen.sandbox.supervisor import Supervised
from sopgen.sandbox.system import is_root

ABSENT = Supervised(Bubblewrap(Path("/no/such/bwrap")))


@dataclass(frozen=True)
class Leaky(Unconfined):
    """A mechanism that runs everything and confines nothing."""

    name: str = "landlock"
    launched: list[Job] = field(default_factory=list)

    def launch(self, job: Job) -> Launch:
        self.launched.append(job)
        return super().launch(job)


def test_one_sandbox_at_least_holds_on_this_machine() -> None:
    reasons = {sandbox.name: probe(sandbox) for sandbox in known_sandboxes()}
    assert "" in reasons.values(), reasons


def test_the_choice_says_its_name_and_gaps() -> None:
    chosen = choose("auto")
    assert chosen.name in {"bubblewrap", "landlock"}
    assert "UNSAFE" not in "".join(chosen.gaps)


def test_a_mechanism_that_is_not_there_gives_way_and_is_told() -> None:
    weaker = Supervised(Landlock(6, is_root()))
    if probe(weaker):
        pytest.skip(f"landlock does not work on this machine: {probe(weaker)}")
    chosen = choose("auto", [ABSENT, weaker])
    assert chosen.name == "landlock"
    assert "bubblewrap does not work here: " in chosen.gaps[-1]


def test_a_sandbox_that_lets_a_file_be_read_is_not_used() -> None:
    leaky = Leaky()
    with pytest.raises(
        SandboxMissing, match="landlock does not work here: a file outside could be read"
    ):
        choose("auto", [Supervised(leaky)])
    assert all("canary.py" in " ".join(job.argv) for job in leaky.launched)


def test_without_any_the_run_is_refused_with_the_remedy() -> None:
    with pytest.raises(SandboxMissing, match="nothing on this machine contains") as refused:
        choose("auto", [ABSENT])
    assert refused.value.exit_code == 6
    assert "No such file" in refused.value.message
    for remedy in ("unprivileged user namespaces", "--no-execute", "--sandbox none"):
        assert remedy in refused.value.hint


def test_a_kernel_without_landlock_is_told() -> None:
    assert probe(Supervised(Landlock(0))) == "cannot confine: this kernel offers no Landlock"


def test_one_asked_for_by_name_is_not_replaced_by_another() -> None:
    with pytest.raises(SandboxMissing):
        choose("landlock", [ABSENT, Supervised(Bubblewrap(Path("/usr/bin/true")))])


def test_none_must_be_asked_for_and_says_what_it_is() -> None:
    chosen = choose("none", [])
    assert (chosen.name, chosen.gaps[0].split(":")[0]) == ("none", "UNSAFE")


@pytest.mark.parametrize(
    ("abi", "missing"),
    [(1, ["no network", "signals"]), (4, ["signals"]), (5, ["signals"]), (6, []), (7, [])],
)
def test_an_older_landlock_says_what_it_leaves_open(abi: int, missing: list[str]) -> None:
    always = len(Landlock(9).gaps)
    told = Landlock(abi).gaps[always:]
    assert len(told) == len(missing)
    assert all(word in gap for word, gap in zip(missing, told, strict=True))


@pytest.mark.parametrize("make", [lambda: Landlock(1), lambda: Landlock(4)])
def test_an_older_landlock_still_holds(make: Callable[[], Landlock]) -> None:
    if landlock_abi() < 4:
        pytest.skip("this machine's kernel offers no Landlock of version 4")
    assert probe(Supervised(make())) == ""
