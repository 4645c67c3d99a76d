"""Keys are taken out in every spelling, and ordinary words are left alone."""

import pytest

from sopgen.redact import MASK, Redactor, secret_names, secrets_in

KEY = "canary/0123 4567+89"


@pytest.mark.parametrize(
    "text",
    [
        "task-item-description",
        "Create a task-management-application",
        ".desk-booking-overview-panel { color: red }",
        "risk-assessment-2026-report-for-the-board",
        "disk-usage-monitor-2-with-graphs",
        "xox-and-more, akia, ghost_writer",
    ],
)
def test_ordinary_words_stay(text: str) -> None:
    assert Redactor()(text) == text


@pytest.mark.parametrize(
    "key",
    [
        "sk-proj-abcdefghij0123456789",
        "sk-ant-api03-abcdefghijklmnop",
        "ghp_0123456789abcdefghijABCDEFGHIJ0123",
        "AKIA0123456789ABCDEF",
        "AIza0123456789abcdefghijklmnopqrstuvwxyz",
    ],
)
def test_what_looks_like_a_key_goes(key: str) -> None:
    assert Redactor()(f'key="{key}".') == f'key="{MASK}".'


@pytest.mark.parametrize(
    "spelling", [KEY, "canary%2F0123%204567%2B89", "Y2FuYXJ5LzAxMjMgNDU2Nys4OQ=="]
)
def test_a_known_value_goes_in_every_spelling(spelling: str) -> None:
    assert Redactor([KEY])(f"<{spelling}>") == f"<{MASK}>"


def test_names_tell_what_is_secret() -> None:
    secret = ["OPENAI_API_KEY", "GITHUB_TOKEN", "DB_PASSWORD", "AWS_SECRET_ACCESS_KEY", "MY_APIKEY"]
    open_ = ["GIT_AUTHOR_NAME", "KEYBOARD", "PATH", "MONKEYS", "TOKENIZERS_PARALLELISM"]
    assert secret_names(dict.fromkeys(secret + open_, "value")) == secret
    assert secrets_in({"A_KEY": "x", "HOME": "y"}) == ["x"]
