"""Functions from artifacts and files to findings, without a model."""

from sopgen.checks.base import Check, CheckInfo
from sopgen.checks.files import check_file, checks_passed
from sopgen.checks.guard import guard
from sopgen.checks.registry import CHECKS, run_checks
from sopgen.checks.waves import waves

__all__ = ["CHECKS", "Check", "CheckInfo", "check_file", "checks_passed", "guard", "run_checks",
           "waves"]  # fmt: skip
