"""The files of the sample project, as text."""

CONVERTER = '''"""Temperatures in degrees Celsius and Fahrenheit."""

from dataclasses import dataclass

ABSOLUTE_ZERO = -273.15


class TemperatureError(ValueError):
    """A text is not a temperature, or one below absolute zero."""


@dataclass(frozen=True)
class Temperature:
    """A temperature with its unit, C or F."""

    value: float
    unit: str

    def to(self, unit: str) -> "Temperature":
        """Return the same temperature in another unit."""
        if unit == self.unit:
            return self
        if unit == "F":
            return Temperature(self.value * 9 / 5 + 32, "F")
        return Temperature((self.value - 32) * 5 / 9, "C")


def parse(text: str) -> Temperature:
    """Read a temperature such as 21.5C or 70F."""
    unit = text[-1:].upper()
    try:
        temperature = Temperature(float(text[:-1]), unit)
    except ValueError as error:
        raise TemperatureError(f"{text!r} is not a temperature") from error
    if unit not in {"C", "F"}:
        raise TemperatureError(f"{text!r} has no unit C or F")
    if temperature.to("C").value < ABSOLUTE_ZERO:
        raise TemperatureError(f"{text!r} is below absolute zero")
    return temperature
'''

MAIN = '''"""The command line of the converter."""

import sys

from converter import TemperatureError, parse


def main(arguments: list[str]) -> int:
    """Print each temperature in the other unit; return the exit code."""
    if not arguments:
        print("usage: python main.py TEMPERATURE...")
        return 2
    for argument in arguments:
        try:
            temperature = parse(argument)
        except TemperatureError as error:
            print(error, file=sys.stderr)
            return 1
        other = temperature.to("F" if temperature.unit == "C" else "C")
        print(f"{other.value:.1f}{other.unit}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
'''

TEST_CONVERTER = """import pytest

from converter import Temperature, TemperatureError, parse


def test_to_the_same_unit_changes_nothing():
    assert Temperature(20.0, "C").to("C") == Temperature(20.0, "C")


def test_parse_refuses_words():
    with pytest.raises(TemperatureError):
        parse("warm")
"""

TEST_MAIN = """from main import main


def test_no_arguments_show_the_usage(capsys):
    assert main([]) == 2
    assert "usage" in capsys.readouterr().out
"""

TEST_ACCEPTANCE = '''import subprocess
import sys

import pytest

from converter import TemperatureError, parse


def run(*arguments):
    command = [sys.executable, "main.py", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_boiling_point_becomes_fahrenheit():
    """R1.1: 100C is printed as 212.0F."""
    assert run("100C").stdout == "212.0F\\n"


def test_freezing_point_becomes_celsius():
    """R1.2: 32F is printed as 0.0C."""
    assert run("32F").stdout == "0.0C\\n"


def test_below_absolute_zero_is_refused():
    """R2.1: a temperature below absolute zero is refused."""
    with pytest.raises(TemperatureError):
        parse("-300C")
'''
