"""Documents: texts by name, which may include one another and nothing else."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from ...dsl.diagnostics import Diagnostic, SpecError
from ...dsl.source import NOWHERE, Span
from ..language import Language, english
from .phrases import text_filters
from .templates.sandbox import environment
from .templates.template_errors import GLOBALS, complaint, missing_names


class Texts:
    """Documents: Jinja texts by name, which may include one another and nothing else."""

    def __init__(
        self,
        texts: Mapping[str, str] | Callable[[str], str | None],
        spans: Mapping[str, Span] | None = None,
        language: Language | None = None,
    ) -> None:
        """Use these texts, or a function that returns the text of a name (None if there is none)."""
        from jinja2 import DictLoader, FunctionLoader

        loader = FunctionLoader(texts) if callable(texts) else DictLoader(texts)
        self._language = language or english()
        self._environment = environment(text_filters(self._language), loader)
        self._spans = {} if spans is None else spans

    def span(self, name: str) -> Span:
        """Return the place of a document's name in its author's file."""
        return self._spans.get(name, NOWHERE)

    def render(self, name: str, values: Mapping[str, Any]) -> str:
        """Return the text of a document. Raises SpecError with one diagnostic if it cannot be made."""
        try:
            with self._environment.text():
                text: str = self._environment.get_template(name).render(values)
            return text
        except Exception as error:
            raise SpecError([complaint(error, self._spans.get(name, NOWHERE), name)]) from error

    def check(self, name: str, known: Iterable[str]) -> tuple[Diagnostic, ...]:
        """Return the errors of a document without rendering it: syntax, and names that no value has."""
        span = self._spans.get(name, NOWHERE)
        try:
            source = self._environment.loader.get_source(self._environment, name)[0]
            used = _mentioned(source, self._language)
        except Exception as error:
            return (complaint(error, span, name),)
        return missing_names(used, known, GLOBALS, span)

    def sources(self, name: str) -> tuple[str, ...]:
        """Return the source of a document, and of every text that it includes by name, directly or not.

        Reading them makes them files of the family, counted in its hash and carried in its bundle. What cannot be
        read is left out: `check` and `render` complain of it.
        """
        from jinja2 import TemplateError

        names, found = [name], []
        for each in names:
            try:
                source = self._environment.loader.get_source(self._environment, each)[0]
                others = _included(source, self._language)
                names += [other for other in others if other is not None and other not in names]
            except (TemplateError, SpecError, RecursionError, ValueError):
                continue
            found.append(source)
        return tuple(found)


@lru_cache(maxsize=16)
def _reading(language: Language) -> Any:
    """Return an environment that reads texts of a language, and loads none."""
    return environment(text_filters(language))


@lru_cache(maxsize=512)
def _mentioned(source: str, language: Language) -> frozenset[str]:
    """Return the names that a text uses and does not define. Raises an error of Jinja where it is wrong."""
    from jinja2 import meta

    reading = _reading(language)
    with reading.text():
        tree = reading.parse(source)
        reading.from_string(source)
    return frozenset(meta.find_undeclared_variables(tree))


@lru_cache(maxsize=512)
def _included(source: str, language: Language) -> tuple[str | None, ...]:
    """Return the names of the texts that a text includes; None for one that only its values name."""
    from jinja2 import meta

    return tuple(meta.find_referenced_templates(_reading(language).parse(source)))
