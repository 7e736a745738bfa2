"""Names of the Web Ontology Language: its own vocabulary, and ours as part of an IRI."""

import re
from typing import Final
from urllib.parse import unquote

OWL: Final = "http://www.w3.org/2002/07/owl#"
RDF: Final = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS: Final = "http://www.w3.org/2000/01/rdf-schema#"
XSD: Final = "http://www.w3.org/2001/XMLSchema#"

ONTOLOGY: Final = "urn:rspc:problem"
OURS: Final = f"{ONTOLOGY}#"
"""What the IRIs of our own names begin with."""

_ESCAPED = re.compile(r"_x([0-9A-F]+)_")


def local(name: str) -> str:
    """Return a unique name of letters, digits and underscores for a name of any spelling.

    Any other character is written by its code point, as `_x20_`. So are an underscore that would be read as
    the beginning of such a code, and a first character that is not a letter, which XML does not allow in
    names.
    """
    plain = re.sub(r"_(?=x)|[^A-Za-z0-9_]", _escape, name)
    return plain if re.match(r"[A-Za-z_]", plain) else re.sub(r"^.", _escape, plain) or "_x_"


def _escape(found: re.Match[str]) -> str:
    return f"_x{ord(found[0]):X}_"


def iri(name: str) -> str:
    """Return the IRI of one of our names."""
    return OURS + local(name)


def name_of_iri(iri: str) -> str:
    """Return the name that an IRI ends in: the inverse of `iri` for ours, the last part of others."""
    if iri.startswith(OURS):
        return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), iri.removeprefix(OURS))
    return unquote(re.split(r"[#/:]", iri.rstrip("#/"))[-1])


def short_iri(iri: str) -> str:
    """Return an IRI as messages have it: `owl:TransitiveProperty`, `hasTopping`."""
    for prefix, space in (("owl", OWL), ("rdf", RDF), ("rdfs", RDFS), ("xsd", XSD)):
        if iri.startswith(space):
            return f"{prefix}:{iri.removeprefix(space)}"
    return name_of_iri(iri)
