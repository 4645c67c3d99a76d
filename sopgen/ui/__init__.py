"""Views of a run: a live board, plain lines, JSON lines, or only the ending."""
