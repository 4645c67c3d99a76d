"""One sentence in, a tested git repository out."""

__version__ = "0.1.0"
