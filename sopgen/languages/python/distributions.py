"""Which distribution an imported module comes from, where the two names differ."""

import re
from collections.abc import Sequence

_BY_MODULE = {
    "attr": "attrs",
    "bs4": "beautifulsoup4",
    "Crypto": "pycryptodome",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "docx": "python-docx",
    "dotenv": "python-dotenv",
    "faiss": "faiss-cpu",
    "fitz": "pymupdf",
    "git": "gitpython",
    "github": "pygithub",
    "gi": "pygobject",
    "googleapiclient": "google-api-python-client",
    "jose": "python-jose",
    "jwt": "pyjwt",
    "magic": "python-magic",
    "multipart": "python-multipart",
    "MySQLdb": "mysqlclient",
    "mpl_toolkits": "matplotlib",
    "OpenSSL": "pyopenssl",
    "PIL": "pillow",
    "pkg_resources": "setuptools",
    "pptx": "python-pptx",
    "psycopg2": "psycopg2-binary",
    "pythoncom": "pywin32",
    "serial": "pyserial",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "slugify": "python-slugify",
    "socketio": "python-socketio",
    "telegram": "python-telegram-bot",
    "usb": "pyusb",
    "win32api": "pywin32",
    "wx": "wxpython",
    "yaml": "pyyaml",
    "zmq": "pyzmq",
}

_BROUGHT_ALONG = {
    "aiohttp": ("multidict", "yarl"),
    "fastapi": ("starlette", "pydantic", "anyio"),
    "flask": ("werkzeug", "jinja2", "click", "markupsafe", "itsdangerous", "blinker"),
    "httpx": ("httpcore", "anyio", "certifi"),
    "matplotlib": ("numpy",),
    "pandas": ("numpy", "python-dateutil", "pytz"),
    "requests": ("urllib3", "certifi", "idna"),
    "scikit-learn": ("numpy", "scipy", "joblib"),
    "scipy": ("numpy",),
    "starlette": ("anyio",),
    "typer": ("rich",),
}


def normalised(name: str) -> str:
    """Return a distribution's name as indexes compare it, without extras and versions."""
    bare = re.split(r"[\s\[<>=!~;@(]", name.strip(), maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", bare).lower()


def distribution_of(module: str) -> str:
    """Return the distribution that usually provides a top-level module."""
    return _BY_MODULE.get(module, normalised(module))


def provider(module: str, packages: Sequence[str]) -> str | None:
    """Return the declared package that provides a dotted module; None if none does."""
    top = module.split(".", maxsplit=1)[0]
    plain = normalised(top)
    likely = {distribution_of(top), plain, f"python-{plain}", f"py{plain}", f"{plain}-python"}
    for package in packages:
        name = normalised(package)
        # Packages that share a namespace: google.cloud.storage is google-cloud-storage.
        shared = name.startswith(f"{plain}-") and normalised(module).startswith(name)
        binary = name.removesuffix("-binary").removesuffix("-headless")
        if name in likely or binary in likely or shared or plain == name.split("-")[0] == "google":
            return package
    return None


def brought_along(module: str, packages: Sequence[str]) -> str | None:
    """Return the declared package that installs the module's own distribution with itself."""
    wanted = distribution_of(module.split(".", maxsplit=1)[0])
    for package in packages:
        if wanted in _BROUGHT_ALONG.get(normalised(package), ()):
            return package
    return None
