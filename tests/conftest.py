"""Property tests draw the same examples in every run, so that a failure is somebody's change."""

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None, database=None)
settings.load_profile("same")
