"""Compiled templates are kept between starts."""

import jinja2
import pytest
from babel.support import NullTranslations

from parlour.draw import env

ENGLISH = env.LANGUAGES["en"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(env, "CACHE", tmp_path)
    return tmp_path / "templates"


def title() -> str:
    built = env.build(ENGLISH, NullTranslations())
    return str(built.get_template("golf/board.html").module.title())


def test_a_template_is_compiled_by_the_first_start_alone(folder, monkeypatch):
    assert title() == "Golf"
    assert [path for path in folder.iterdir() if "-en-" in path.name]
    monkeypatch.setattr(jinja2.Environment, "compile", lambda *_, **__: pytest.fail("compiled again"))
    assert title() == "Golf"


def test_a_template_that_was_changed_is_compiled_anew(folder, tmp_path):
    text = tmp_path / "a.html"
    for words in ("one", "two"):
        text.write_text(words)
        built = env.build(ENGLISH, NullTranslations())
        built.loader = jinja2.FileSystemLoader(tmp_path)
        assert built.get_template("a.html").render() == words


def test_pages_are_drawn_though_the_disk_is_full(folder, monkeypatch):
    def full(*_args, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jinja2.bccache.tempfile.NamedTemporaryFile", full)
    assert title() == "Golf"
    assert not list(folder.iterdir())


def test_what_is_kept_depends_on_how_templates_are_compiled(folder, monkeypatch):
    title()
    monkeypatch.setattr(jinja2, "__version__", "0")
    title()
    names = {path.name.split("-")[0] for path in folder.iterdir()}
    assert len(names) == 2
