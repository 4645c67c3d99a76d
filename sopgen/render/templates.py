"""Words for people and models: find templates, fill them strictly, owner of Jinja2."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import jinja2
from jinja2.sandbox import SandboxedEnvironment

from sopgen.errors import ConfigurationError
from sopgen.render import escape

_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class PromptText:
    """The three parts of a prompt, from what never changes to what always does."""

    system: str
    shared: str
    task: str


class Templates:
    """The shipped templates, with folders of a person's own taking precedence."""

    def __init__(self, overrides: Sequence[Path] = ()) -> None:
        for folder in overrides:
            if not folder.is_dir():
                raise ConfigurationError(
                    f"The template folder {folder} does not exist.",
                    "Create it, or change `templates` in the settings.",
                )
        self._environment = SandboxedEnvironment(
            loader=_RootedLoader([*overrides, shipped_templates()]),
            undefined=jinja2.StrictUndefined,
            autoescape=False,  # Markdown, prompts and TOML; the filters escape.
            keep_trailing_newline=True,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters.update(_FILTERS)

    def prompt(self, name: str, **values: object) -> PromptText:
        """Fill the blocks system, shared and task of a prompt; a missing block is empty."""
        path = f"prompts/{name}.md.j2"
        with _translated(path):
            template = self._environment.get_template(path)
            context = template.new_context(values)
            # The whole is rendered first: only that runs its imports and its parent.
            list(template.root_render_func(context))
            parts = {
                block: "".join(context.blocks[block][0](context)) if block in context.blocks else ""
                for block in ("system", "shared", "task")
            }
        return PromptText(**{block: tidy(text) for block, text in parts.items()})

    def text(self, path: str, **values: object) -> str:
        """Fill a template of one piece, such as `scaffold/python/pyproject.toml.j2`."""
        with _translated(path):
            template = self._environment.get_template(path)
            return "".join(template.root_render_func(template.new_context(values)))

    def check(self, path: str) -> None:
        """Read a template without filling it; raises ConfigurationError."""
        with _translated(path):
            self._environment.get_template(path)

    def document(self, name: str, **values: object) -> str:
        """Fill a document; its blank lines are tidied and it ends in one newline."""
        return tidy(self.text(f"documents/{name}.md.j2", **values)) + "\n"


def shipped_templates(package: Path = _PACKAGE) -> Path:
    """Return the templates in an installed package, else those of its checkout."""
    installed = package / "_templates"
    if installed.is_dir():
        return installed
    checkout = package.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / "templates").is_dir():
        return checkout / "templates"
    raise ConfigurationError(
        f"The templates of sopgen are missing beside {package}.", "Install sopgen again."
    )


def tidy(text: str) -> str:
    """Strip a text and leave at most one blank line in a row outside fenced code."""
    kept: list[str] = []
    fence = ""
    for line in text.strip().split("\n"):
        mark = re.match(r"\s*(`{3,}|~{3,})", line)
        if fence:
            if mark and line.strip() == line.strip()[0] * len(line.strip()) and fence in mark[1]:
                fence = ""
        elif mark:
            fence = mark[1]
        elif not line.strip():
            if kept and not kept[-1]:
                continue
            line = ""
        kept.append(line)
    return "\n".join(kept)


class _RootedLoader(jinja2.FileSystemLoader):
    """Templates from folders, never from outside them."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        source, filename, fresh = super().get_source(environment, template)
        real = Path(filename).resolve()
        if not any(real.is_relative_to(Path(root).resolve()) for root in self.searchpath):
            raise ConfigurationError(
                f"The template {template} points outside its folder, to {real}.",
                "Put the file itself there instead of a link.",
            )
        return source, filename, fresh


@contextmanager
def _translated(path: str) -> Iterator[None]:
    try:
        yield
    except jinja2.TemplateNotFound as error:
        raise ConfigurationError(
            f"There is no template {error.name}.", f"It is needed for {path}."
        ) from error
    except jinja2.TemplateSyntaxError as error:
        raise ConfigurationError(
            f"The template {error.name or path}, line {error.lineno}, cannot be read:"
            f" {error.message}.",
            "Mend that line.",
        ) from error
    except jinja2.TemplateRuntimeError as error:
        raise ConfigurationError(
            f"The template {_place(error.__traceback__, path)} cannot be filled: {error.message}.",
            "Use only the values and filters that the shipped template uses.",
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"The template {path} cannot be read: {error}.", "It must be readable UTF-8 text."
        ) from error


def _place(trace: TracebackType | None, path: str) -> str:
    place = path
    while trace is not None:
        template = trace.tb_frame.f_globals.get("__jinja_template__")
        if isinstance(template, jinja2.Template):
            line = template.get_corresponding_lineno(trace.tb_lineno)
            place = f"{template.name}, line {line},"
        trace = trace.tb_next
    return place


_FILTERS: dict[str, Callable[..., str]] = {
    "inline": escape.inline,
    "block": escape.block,
    "quote": escape.quote,
    "excerpt": escape.excerpt,
    "code": escape.code,
    "cell": escape.cell,
    "fence": escape.fence,
    "toml": escape.toml,
    "yaml": escape.yaml,
    "slug": escape.slug,
    "url": escape.url,
}
