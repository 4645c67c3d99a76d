"""The journal: on disk before it is used, and never read past a damaged line."""

import os
import resource
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sopgen.artifacts import Usage
from sopgen.clock import FakeClock
from sopgen.errors import ConfigurationError, StorageFailed
from sopgen.journal.entries import BeginEntry, DoneEntry, ReadEntry
from sopgen.journal.journal import Journal
from sopgen.journal.records import read_entries
from sopgen.llm.base import Prompt, Reply
from sopgen.redact import Redactor


def prompt(call: str = "prd/prd#1", take: int = 1) -> Prompt:
    return Prompt(
        call=call, role="product_manager", stage="prd", system="s", shared="h", task="t", take=take
    )


def reply(text: str = "an answer", cost: float = 0.25) -> Reply:
    usage = Usage(prompt_tokens=10, completion_tokens=5, cost=cost)
    return Reply(text=text, usage=usage, model="m")


def journal(path: Path, run: int = 1) -> Journal:
    return Journal(path, Redactor(["canary-secret"]), run, FakeClock())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


def test_an_answer_is_found_again_after_reopening(path: Path) -> None:
    first = journal(path)
    assert first.find("r1") is None
    first.record(prompt(), "r1", reply("grüße\u2028\n"))
    assert first.find("r1") == reply("grüße\u2028\n")
    first.close()
    assert journal(path).find("r1") == reply("grüße\u2028\n")


def test_only_its_owner_may_read_it(path: Path) -> None:
    journal(path).record(prompt(), "r1", reply())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_keys_never_reach_the_disk(path: Path) -> None:
    book = journal(path)
    book.record(prompt(), "r1", reply("your key is canary-secret"))
    book.record_failure(prompt(), "r2", "it said canary-secret", Usage())
    book.note_reading("prd/prd#1", 1, "canary-secret", "valid")
    assert b"canary" not in path.read_bytes()
    assert book.find("r1") == reply("your key is [redacted]")


def test_a_lone_surrogate_in_an_answer_is_no_obstacle(path: Path) -> None:
    journal(path).record(prompt(), "r1", reply("half \ud800 pair"))
    assert journal(path).find("r1") == reply("half ? pair")


def test_spent_counts_this_run_only(path: Path) -> None:
    journal(path, run=1).record(prompt(), "r1", reply())
    second = journal(path, run=2)
    second.record(prompt("prd/prd#2"), "r2", reply(cost=0.5))
    assert second.spent() == reply(cost=0.5).usage
    assert [entry.call for entry in second.calls()] == ["prd/prd#1", "prd/prd#2"]


def test_how_an_answer_was_read_is_noted_once(path: Path) -> None:
    journal(path).note_reading("prd/prd#1", 1, "m", "asked again")
    book = journal(path)
    book.note_reading("prd/prd#1", 1, "m", "asked again")
    book.note_reading("prd/prd#2", 1, "m", "valid")
    assert [entry.entry for entry in read_entries(path)] == ["read", "read"]


def test_begin_and_done_tell_where_a_run_stopped(path: Path) -> None:
    book = journal(path)
    assert book.last() is None
    book.begin("code", take=2, round=1)
    assert isinstance(journal(path).last(), BeginEntry)
    book.done("code", "abc")
    last = journal(path).last()
    assert isinstance(last, DoneEntry)
    assert (last.stage, last.commit, last.at) == ("code", "abc", "2023-11-14T22:13:20.000+00:00")


def test_it_goes_on_after_its_folder_is_renamed(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    book = journal(tmp_path / "a" / "journal.jsonl")
    book.note_reading("before", 1, "m", "valid")
    book.close()
    with pytest.raises(StorageFailed, match="closed"):
        book.note_reading("lost", 1, "m", "valid")
    os.rename(tmp_path / "a", tmp_path / "b")
    book.moved(tmp_path / "b" / "journal.jsonl")
    book.note_reading("after", 1, "m", "valid")
    lines = (tmp_path / "b" / "journal.jsonl").read_text().splitlines()
    assert ["before" in lines[0], "after" in lines[1], len(lines)] == [True, True, 2]


def test_threads_do_not_mix_their_lines(path: Path) -> None:
    book = journal(path)

    def work(thread: int) -> None:
        for number in range(20):
            book.record(prompt(f"{thread}#{number}"), f"{thread}-{number}", reply("x" * 5000))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(journal(path).calls()) == 160
    assert not path.with_suffix(".torn").exists()


def three_notes(path: Path) -> tuple[bytes, list[int]]:
    """Write three lines; return the bytes and the offset at which each line ends."""
    book = journal(path)
    for text in ("eins", "zwei äöü", "drei"):
        book.note_reading(text, 1, "m", "valid")
    book.close()
    data = path.read_bytes()
    return data, [i + 1 for i, byte in enumerate(data) if byte == 10]


def good_prefix(path: Path, damaged: bytes) -> tuple[bytes, bytes]:
    """Open a damaged journal and write on; return what was kept before that, and what set aside."""
    for old in path.parent.iterdir():
        old.unlink()
    path.write_bytes(damaged)
    book = journal(path)
    kept = path.read_bytes()
    book.note_reading("goes on", 1, "m", "valid")
    book.close()
    assert isinstance(journal(path).last(), ReadEntry)
    torn = path.with_suffix(".torn")
    return kept, torn.read_bytes() if torn.exists() else b""


@pytest.mark.parametrize("tail", [b"", b"\n", b"garbage", b"00000000 {}\n", b"\0" * 4096])
def test_a_journal_cut_anywhere_keeps_exactly_the_whole_lines(path: Path, tail: bytes) -> None:
    data, ends = three_notes(path)
    for cut in range(len(data) + 1):
        kept, torn = good_prefix(path, data[:cut] + tail)
        end = max((end for end in [0, *ends] if end <= cut), default=0)
        if tail == b"\n" and data[cut : cut + 1] == b"\n":
            end = cut + 1
        assert kept == data[:end]
        rest = (data[:cut] + tail)[end:]
        assert torn == (rest + b"\n" if rest else b"")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.data())
def test_a_flipped_bit_sets_aside_its_line_and_all_that_follow(
    path: Path, data: st.DataObject
) -> None:
    for old in path.parent.iterdir():
        old.unlink()
    whole, ends = three_notes(path)
    place = data.draw(st.integers(0, len(whole) - 1))
    flipped = bytearray(whole)
    flipped[place] ^= 1 << data.draw(st.integers(0, 7))
    kept, torn = good_prefix(path, bytes(flipped))
    start = max(end for end in [0, *ends] if end <= place)
    assert kept == whole[:start]
    assert torn == bytes(flipped[start:]) + b"\n"


def test_an_undamaged_line_of_another_version_is_told(path: Path) -> None:
    import zlib

    payload = b'{"entry":"dream"}'
    path.write_bytes(b"%08x %s\n" % (zlib.crc32(payload), payload))
    with pytest.raises(ConfigurationError, match="does not know"):
        journal(path)


def test_a_full_disk_is_told_and_leaves_whole_lines_only(path: Path) -> None:
    book = journal(path)
    book.note_reading("whole", 1, "m", "valid")
    before = path.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 50, limits[1]))
    try:
        with pytest.raises(StorageFailed, match="journal"):
            book.note_reading("too long for what is left: " + "x" * 200, 1, "m", "valid")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, old)
    assert path.read_bytes() == before
    book.note_reading("room again", 1, "m", "valid")
    assert len(path.read_bytes().splitlines()) == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_no_space_left_is_called_a_full_disk(tmp_path: Path) -> None:
    error = None
    try:
        with open("/dev/full", "wb", buffering=0) as full:
            full.write(b"x")
    except OSError as caught:
        error = StorageFailed.because(caught, "The journal")
    assert error is not None
    assert error.message == "The journal cannot be written: the disk is full."
    assert error.hint


def test_a_journal_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageFailed, match="journal"):
        journal(tmp_path / "missing" / "journal.jsonl")


WRITE = """
import sys
from pathlib import Path
from sopgen.journal.journal import Journal
book = Journal(Path(sys.argv[1]), str)
for number in range(100000):
    book.note_reading(f"{number:3000}", 1, "m", "valid")
    print(number, flush=True)
"""


def test_what_was_acknowledged_before_a_kill_is_there_after_it(path: Path) -> None:
    command = [sys.executable, "-c", WRITE, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        for _ in range(20):
            writer.stdout.readline()
        writer.kill()
        acknowledged = 20 + len(writer.stdout.read().splitlines())
    journal(path).close()
    lines = path.read_bytes().count(b"\n")
    assert acknowledged <= lines <= acknowledged + 1
