"""Run pytest on the given files and leave junit.xml in the report folder.

    run_pytest.py --report FOLDER -- TEST...

pytest comes from the folder that SOPGEN_PYTEST names, behind all that the project has itself.
"""

import argparse
import os
import sys


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--report", required=True)
    parser.add_argument("tests", nargs="+")
    asked = parser.parse_args()
    here = os.getcwd()
    sys.path[0] = here  # In place of this script's own folder.
    if os.path.isdir("src"):
        sys.path.insert(0, os.path.join(here, "src"))
    os.environ["PYTHONPATH"] = os.pathsep.join(
        folder for folder in (os.path.join(here, "src"), here) if os.path.isdir(folder)
    )
    shelf = os.environ.pop("SOPGEN_PYTEST", "")
    if shelf:
        sys.path.append(shelf)
    import pytest

    options = [
        "-p", "no:cacheprovider",
        "--junitxml", os.path.join(asked.report, "junit.xml"),
        "-o", "junit_family=xunit1",
        "-o", "addopts=",
        "-o", "faulthandler_timeout=20",
        "--continue-on-collection-errors",
        "--rootdir", here,
        "--color", "no",
        "-qq",
    ]  # fmt: skip
    return pytest.main([*options, *asked.tests])


if __name__ == "__main__":
    sys.exit(main())
