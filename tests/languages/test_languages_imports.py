"""Imports resolve as the interpreter would resolve them, down to the names."""

import pytest

from sopgen.languages import language

PYTHON = language("python")
PROJECT = {
    "game.py": "import board\nSIZE = 4\n",
    "board.py": "class Board: ...\nfor index in range(3): last = index\n",
    "pkg/__init__.py": "from .model import Model\n",
    "pkg/model.py": "class Model: ...\n",
    "pkg/sub/deep.py": "VALUE = 1\n",
    "names.py": "from board import *\nfrom pkg.model import *\n",
    "open.py": "def __getattr__(name): return name\n",
    "space/part.py": "X = 1\n",
}


def _found(text: str, path: str = "main.py", *packages: str) -> list[str]:
    files = PROJECT | {path: text}
    return [finding.check for finding in PYTHON.unresolved(path, files, packages)]


@pytest.mark.parametrize(
    "text",
    [
        "import sys, os.path, collections.abc",
        "from __future__ import annotations",
        "import game, board as b",
        "from board import Board, index, last",
        "import pkg.model",
        "from pkg import Model, model",
        "from pkg.sub import deep",
        "from pkg.sub.deep import VALUE",
        "from names import Board, Model",
        "from open import anything",
        "import space.part",
        "from space import part",
        "from game import __name__, __file__",
        "try:\n    import numpy\nexcept ImportError:\n    numpy = None",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from nowhere import Thing",
        "import sys\nif sys.platform == 'win32':\n    import pywin32_thing",
        "import contextlib\nwith contextlib.suppress(ImportError):\n    import numpy",
    ],
)
def test_what_exists_is_resolved(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("from board import Bord", "imports.unresolved"),
        ("import pkg.modell", "imports.unresolved"),
        ("from pkg import view", "imports.unresolved"),
        ("from pkg.sub import shallow", "imports.unresolved"),
        ("from space import whole", "imports.unresolved"),
        ("from names import Chess", "imports.unresolved"),
        ("from .board import Board", "imports.unresolved"),
        ("import gamee", "imports.unresolved"),
        ("import model", "imports.unresolved"),
        ("import numpy", "imports.undeclared"),
        ("import pytest", "imports.undeclared"),
        ("def f():\n    import numpy", "imports.undeclared"),
        ("try:\n    import numpy\nexcept ValueError:\n    pass", "imports.undeclared"),
    ],
)
def test_what_does_not_exist_is_found(text: str, check: str) -> None:
    assert _found(text) == [check]


@pytest.mark.parametrize(
    ("path", "text", "resolved"),
    [
        ("pkg/view.py", "from .model import Model", True),
        ("pkg/view.py", "from . import model, Model", True),
        ("pkg/view.py", "from .sub.deep import VALUE", True),
        ("pkg/sub/more.py", "from ..model import Model", True),
        ("pkg/sub/more.py", "from .. import model", True),
        ("pkg/view.py", "from ..board import Board", False),
        ("pkg/view.py", "from .modell import Model", False),
        ("pkg/view.py", "from . import modell", False),
        ("pkg/view.py", "import model", False),
        ("pkg/__init__.py", "from .model import Model", True),
        ("pkg/__init__.py", "from .model import Modell", False),
    ],
)
def test_relative_imports_start_from_their_package(path: str, text: str, resolved: bool) -> None:
    assert _found(text, path) == ([] if resolved else ["imports.unresolved"])


@pytest.mark.parametrize(
    ("module", "package"),
    [
        ("yaml", "PyYAML"),
        ("PIL", "pillow>=10"),
        ("cv2", "opencv-python-headless"),
        ("bs4", "beautifulsoup4"),
        ("sklearn.linear_model", "scikit-learn"),
        ("dateutil", "python-dateutil"),
        ("dotenv", "python-dotenv"),
        ("jwt", "PyJWT"),
        ("serial", "pyserial"),
        ("attr", "attrs"),
        ("flask_sqlalchemy", "Flask-SQLAlchemy"),
        ("google.cloud.storage", "google-cloud-storage"),
        ("uvicorn", "uvicorn[standard] >=0.30 ; python_version > '3'"),
        ("OpenSSL", "pyopenssl"),
    ],
)
def test_modules_are_found_in_the_package_that_brings_them(module: str, package: str) -> None:
    assert _found(f"import {module}", "main.py", package) == []
    assert _found(f"import {module}") == ["imports.undeclared"]
    assert PYTHON.uses("main.py", f"import {module}", package)


def test_a_package_that_only_comes_along_is_a_warning() -> None:
    files = {"main.py": "import werkzeug"}
    (found,) = PYTHON.unresolved("main.py", files, ["flask"])
    assert (found.check, found.severity) == ("imports.undeclared", "warning")


def test_tests_may_use_pytest_and_their_own_folder() -> None:
    text = "import pytest\nfrom game import SIZE\nfrom helpers import make\nimport conftest\n"
    files = PROJECT | {
        "tests/test_a.py": text,
        "tests/helpers.py": "def make(): ...\n",
        "tests/conftest.py": "",
    }
    assert PYTHON.unresolved("tests/test_a.py", files, []) == []


def test_a_source_folder_is_a_place_to_import_from() -> None:
    files = {
        "src/app/__init__.py": "",
        "src/app/core.py": "X = 1\n",
        "src/app/view.py": "from app.core import X\nfrom .core import X as Y\n",
        "tests/test_core.py": "from app.core import X\nfrom app import core\n",
    }
    assert [PYTHON.unresolved(path, files, []) for path in files] == [[], [], [], []]


def test_modules_that_import_each_other_with_stars_do_not_loop() -> None:
    files = {"a.py": "from b import *\n", "b.py": "from a import *\n", "c.py": "from a import x\n"}
    assert [item.check for item in PYTHON.unresolved("c.py", files, [])] == ["imports.unresolved"]


def test_the_message_says_what_is_there() -> None:
    (found,) = PYTHON.unresolved("main.py", PROJECT | {"main.py": "\nfrom board import Bord"}, [])
    assert str(found) == (
        "[imports.unresolved] main.py:2: board does not define Bord; Board is there"
    )
