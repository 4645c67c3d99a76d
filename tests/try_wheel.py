"""Install the wheel of a folder alone, in a fresh environment, and run a recorded sentence."""

import subprocess
import sys
import tempfile
from pathlib import Path


def main() -> int:
    """Return the exit code of `sopgen "Create a 2048 game"` from the wheel."""
    (wheel,) = sorted(Path(sys.argv[1]).glob("*.whl"))[-1:]
    with tempfile.TemporaryDirectory() as folder:
        environment = Path(folder) / "venv"
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        python = environment / "bin" / "python"
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", str(wheel)], check=True)
        command = [str(environment / "bin" / "sopgen"), "Create a 2048 game", "--yes"]
        return subprocess.run(command, cwd=folder, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
