"""A dataset in Croissant 1.0: files, and the columns of the records in them.

Format: <https://docs.mlcommons.org/croissant/docs/croissant-spec.html>.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from ..formats import UNNAMED, columns as kinds
from .card import citation
from .hub import license_url, pretty_name
from .languages import language_codes

CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""The context that the specification asks for."""

MEDIA_TYPES = {".csv": "text/csv", ".parquet": "application/x-parquet"}
_TYPES = {kinds.TEXT: "sc:Text", kinds.INTEGER: "sc:Integer", kinds.JSON: "sc:Text"}


def croissant(manifest: Mapping[str, Any], files: Sequence[Mapping[str, Any]]) -> bytes:
    """Return the description of a dataset.

    Args:
        files: those whose rows are the records, as a manifest lists files.
    """
    languages = language_codes(manifest)
    found = {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": manifest.get("family", ""),
        "description": manifest.get("description") or pretty_name(manifest),
        "version": manifest.get("rspc", ""),
        "license": license_url(manifest),
        "citeAs": "\n".join(citation(manifest)),
        "keywords": ["reasoning", "synthetic"],
        "inLanguage": languages[0] if len(languages) == 1 else languages,
        "distribution": [_distribution(file) for file in files],
        "recordSet": [
            _records(name, file) for name, file in zip(_names(files), files, strict=True)
        ],
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n"


def _distribution(file: Mapping[str, Any]) -> dict[str, Any]:
    suffix = "." + file["file"].rpartition(".")[2]
    return {
        "@type": "cr:FileObject",
        "@id": file["file"],
        "name": file["file"],
        "contentUrl": file["file"],
        "contentSize": f"{file['bytes']} B",
        "encodingFormat": MEDIA_TYPES.get(suffix, "application/octet-stream"),
        "sha256": file["digest"].removeprefix("sha256:"),
    }


def _names(files: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the name of each file's records: that of its split, with a number if the split has several."""
    splits = [file["split"] or UNNAMED for file in files]
    totals, seen = Counter(splits), Counter[str]()
    found = []
    for split in splits:
        found.append(split if totals[split] == 1 else f"{split}-{seen[split]:05}")
        seen[split] += 1
    return found


def _records(name: str, file: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"{file['count']} problems of split {file['split'] or UNNAMED}",
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{name}/{field}",
                "name": field,
                "description": "JSON"
                if kind == kinds.JSON
                else "text"
                if kind == kinds.TEXT
                else "an integer",
                "dataType": _TYPES[kind],
                "source": {"fileObject": {"@id": file["file"]}, "extract": {"column": field}},
            }
            for field, kind in kinds.FIELDS.items()
        ],
    }
