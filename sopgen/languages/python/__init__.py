"""Python, known through its own parser."""

from sopgen.languages.python.language import Python

__all__ = ["Python"]
