"""What a stage's commit holds: artifacts, messages and the documents rendered from them."""

from collections.abc import Mapping
from dataclasses import dataclass

from sopgen.artifacts import Artifacts, Pool, StageName
from sopgen.checks import waves
from sopgen.checks.waves import Order
from sopgen.errors import ProjectChanged
from sopgen.project.project import Project, gitignore_text
from sopgen.render.documents import RENDERED, Rendered, RunLabel, render_documents, yaml_of
from sopgen.render.escape import clean
from sopgen.render.templates import Templates


@dataclass(frozen=True)
class Contents:
    """Turns what a run knows into files and commit messages."""

    templates: Templates
    label: RunLabel
    order: Order = "interfaces"

    def documents(self, known: Artifacts) -> Rendered:
        """Render all documents."""
        order = waves(known.plan, known.design, self.order) if known.plan and known.design else ()
        return render_documents(known, self.templates, self.label, order)

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
        subject, _, body = clean(text).partition("\n")
        return subject, body.strip()


def refuse_edited_documents(project: Project) -> None:
    """Raise ProjectChanged when a person edited a rendered document instead of its artifact."""
    edited = project.repository.edited(RENDERED)
    if edited:
        path, record = edited[0], project.repository.records()[0]
        raise ProjectChanged(
            f"{path} was edited, but it is rendered from {yaml_of(path)}.",
            f"Put the change into {yaml_of(path)}, take the document back with"
            f" `git checkout {record.commit[:8]} -- {path}`, and go on with --resume.",
        )


def encoded(files: Mapping[str, str]) -> dict[str, bytes]:
    """Return texts as they are stored."""
    return {path: text.encode("utf-8", "replace") for path, text in files.items()}
