"""Compare the records of every shipped family, and of the example packages, before and after a change of the code.

    python tools/record_digests.py digests.json            # write the file, or compare with it
    python tools/record_digests.py digests.json -n 5 NAME …

A digest covers the bytes of the first records of a family (50 unless `-n` says otherwise). Where the file exists, each
family whose digest differs is named, and the exit status is 1.
"""

import argparse
import hashlib
import json
import sys
import tempfile
import tomllib
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLES = tuple(path.parent for path in sorted(ROOT.glob("docs/examples/*/pyproject.toml")))


def specs() -> dict[str, Path]:
    """Return the path of every family by its name."""
    shipped = {
        path.relative_to(ROOT / "specs").with_suffix("").as_posix(): path
        for path in (ROOT / "specs").rglob("*.rspec")
    }
    others = {
        f"{example.name}/{path.stem}": path
        for example in EXAMPLES
        for path in example.rglob("specs/*.rspec")
    }
    return {**shipped, **others}


def register_example(example: Path, folder: Path) -> None:
    """Write the metadata that an installation of an example would write, so that its entry points are found."""
    project = tomllib.loads((example / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / f"rspc_{example.name}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    (info / "entry_points.txt").write_text(
        "\n".join(
            f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in members.items())
            for group, members in project["entry-points"].items()
        )
    )


def digest(path: Path, count: int, folder: str) -> str:
    """Return the digest of the first records of a family."""
    sys.path[:0] = [path for path in (folder, *map(str, EXAMPLES)) if path not in sys.path]
    import rspc

    records = (instance.record() for instance in rspc.load(path).generate(count))
    lines = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    return hashlib.sha256(lines.encode()).hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("families", nargs="*")
    parser.add_argument("-n", type=int, default=50)
    options = parser.parse_args()
    chosen = {n: p for n, p in specs().items() if not options.families or n in options.families}
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor() as pool:
        for example in EXAMPLES:
            register_example(example, Path(folder))
        jobs = {name: pool.submit(digest, path, options.n, folder) for name, path in chosen.items()}
        found = {name: job.result() for name, job in sorted(jobs.items())}
    if not options.file.exists():
        options.file.write_text(json.dumps({"count": options.n, "digests": found}, indent=1))
        print(f"wrote the digests of {len(found)} families")
        return 0
    before = json.loads(options.file.read_text())
    if before["count"] != options.n:
        parser.error(
            f"the file has digests of {before['count']} records: give -n {before['count']}"
        )
    changed = [name for name in found if found[name] != before["digests"].get(name)]
    for name in changed:
        print(f"changed: {name}")
    print(f"{len(found) - len(changed)} of {len(found)} families give the same records")
    return 1 if changed else 0


if __name__ == "__main__":
    raise SystemExit(main())
