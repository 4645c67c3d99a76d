"""docs/models.md says what the tests prove."""

from wire import docs


def test_the_page_holds_the_tables_of_today() -> None:
    text = docs.PAGE.read_text(encoding="utf-8")
    assert text == docs.page_with(text, docs.tables()), "write it anew with nox -s docs"
