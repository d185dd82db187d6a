"""What all tests share: Hypothesis without deadlines, since a first call may compile a kernel."""

from hypothesis import settings

settings.register_profile("pegs", deadline=None)
settings.load_profile("pegs")
