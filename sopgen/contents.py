"""What a stage's commit holds: artifacts, messages and the documents rendered from them."""

from collections.abc import Mapping
from dataclasses import dataclass

from sopgen.artifacts import Artifacts, Pool, StageName
from sopgen.checks import waves
from sopgen.checks.waves import Order
from sopgen.errors import ProjectChanged
from sopgen.project.project import Project, gitignore_text
from sopgen.render.documents import Rendered, RunLabel, render_documents, yaml_of
from sopgen.render.templates import Templates


@dataclass(frozen=True)
class Contents:
    """Turns what a run knows into files and commit messages."""

    templates: Templates
    label: RunLabel
    order: Order = "interfaces"

    def documents(self, known: Artifacts, project: Project) -> Rendered:
        """Render all documents; refuse when a person edited one instead of its artifact."""
        order = waves(known.plan, known.design, self.order) if known.plan and known.design else ()
        rendered = render_documents(known, self.templates, self.label, order)
        edited = project.repository.edited(list(rendered.files))
        if edited:
            raise ProjectChanged(
                f"{edited[0]} was edited, but it is rendered from {yaml_of(edited[0])}.",
                f"Put the change into {yaml_of(edited[0])}, take {edited[0]} back"
                " (git checkout of an earlier commit), and run sopgen --resume.",
            )
        return rendered

    def record(self, known: Artifacts, pool: Pool, project: Project) -> dict[str, bytes]:
        """Return the artifacts and the pool as they are stored."""
        files = {
            project.artifact_file(artifact.kind): artifact.to_yaml().encode("utf-8", "replace")
            for artifact in known.all()
        }
        files[project.messages_file()] = project.messages_text(pool.messages)
        if not (project.root / ".gitignore").exists():  # A person may have changed it since.
            files[".gitignore"] = gitignore_text().encode()
        return files

    def message(self, stage: StageName, round_: int, known: Artifacts) -> tuple[str, str]:
        """Return subject and body of a commit."""
        text = self.templates.document("commit", stage=stage, round=round_, known=known)
        subject, _, body = text.partition("\n")
        return subject, body.strip()


def encoded(files: Mapping[str, str]) -> dict[str, bytes]:
    """Return texts as they are stored."""
    return {path: text.encode("utf-8", "replace") for path, text in files.items()}
