"""Make the tables of `std.lexicon` from the files of WordNet 3.0.

    python tools/lexicon.py DICT

reads DICT (the folder with `data.noun` and `cntlist.rev`; Debian ships it in `wordnet-base`, under
`/usr/share/wordnet`) and the lists beside this script, and writes `stdlib/tables/words.csv` and
`stdlib/tables/relations.csv`. The same files give the same bytes. `wndb(5WN)` describes the format that is read.

A word stands in the table once, under the part of speech that the tagged corpus of WordNet uses it in most. Of its
meanings in that part only the frequent ones count: two words are related if a pointer joins such meanings of both.
"""

import csv
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

HERE = Path(__file__).parent
STANDARD = HERE.parent / "stdlib"

SynsetId: TypeAlias = tuple[str, int]
Relation: TypeAlias = tuple[str, str, str]

PARTS = {"noun": "n", "verb": "v", "adj": "a"}
SAID = {"n": "noun", "v": "verb", "a": "adjective"}
SINGLE = re.compile(r"[a-z]{3,12}")
DOUBLE = re.compile(r"[a-z]{3,8}_[a-z]{3,8}")

COMMON = {"n": 3, "v": 3, "a": 3}
"""How often the tagged corpus must use a word in a part of speech."""
COMMON_DOUBLE = 6
SHARE = 0.4
"""A meaning counts if it has this share of the uses of the most frequent one."""
STEPS = 3
"""How many steps up a kind may lie above its word, where those between are not in the table."""
KINDS = 2
"""How many kinds are named for one word."""

ARITIES = {
    1: (1, 2, 4, 6, 7, 22, 23),
    2: (5, 8, 9, 10, 11, 12, 13, 24, 25, 27, 30),
    3: (14, 15, 16, 17, 18, 19, 20, 21, 31),
}
"""The verb frames of WordNet by how many things they speak of: `Somebody ----s something to somebody` of three."""

SUBSTANCE, FEELING, ATTRIBUTE, STATE = 27, 12, 7, 26
PERSON, ARTIFACT = 18, 6
DEEDS = (4, 10, 11, 22)
"""The lexicographer's files of acts, communication, events and processes."""
PLURAL = re.compile(r"[a-z_]*[^sui]s")
COMPARED = re.compile(r"([a-z]*?)([a-z]?)(?:er|est)")
AGENT = re.compile(r".*(?:er|or|ist|ant|ent)")
TOLD = {"capable_of": "capable.txt", "used_for": "used.txt"}
"""The relations that we tell in lists of our own."""
MASSES = {"beverage", "foodstuff", "liquid"}


@dataclass(frozen=True)
class Synset:
    """A meaning: its words, the lexicographer's file it stands in, its pointers and the frames of its verbs.

    Attributes:
        pointers: symbol, target, and the place of the word at either end, 0 for the whole meaning.
        frames: a frame's number and the place of its word, 0 for all.
    """

    file: int
    words: tuple[str, ...]
    pointers: tuple[tuple[str, SynsetId, int, int], ...]
    frames: tuple[tuple[int, int], ...]


def read_synsets(folder: Path) -> dict[SynsetId, Synset]:
    """Return every meaning by its part of speech and its offset in the file."""
    found: dict[SynsetId, Synset] = {}
    for name, part in PARTS.items():
        for line in (folder / f"data.{name}").read_text("ascii").splitlines():
            if not line.startswith(" "):
                cells = line.partition("|")[0].split()
                found[part, int(cells[0])] = _synset(cells)
    return found


def _synset(cells: list[str]) -> Synset:
    size = int(cells[3], 16)
    words = tuple(re.sub(r"\(.*", "", cell) for cell in cells[4 : 4 + 2 * size : 2])
    at = 4 + 2 * size
    count = int(cells[at])
    pointers = []
    for start in range(at + 1, at + 1 + 4 * count, 4):
        symbol, offset, part, ends = cells[start : start + 4]
        target = ("a" if part == "s" else part, int(offset))
        pointers.append((symbol, target, int(ends[:2], 16), int(ends[2:], 16)))
    rest = cells[at + 2 + 4 * count :]
    frames = tuple(
        (int(rest[place + 1]), int(rest[place + 2], 16)) for place in range(0, len(rest), 3)
    )
    return Synset(int(cells[1]), words, tuple(pointers), frames)


def read_uses(folder: Path) -> dict[tuple[str, str], list[int]]:
    """Return how often the corpus uses each meaning of a word, by word and part, in the order of the meanings."""
    found: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
    for line in (folder / "cntlist.rev").read_text("ascii").splitlines():
        key, number, count = line.split()
        word, _, rest = key.partition("%")
        part = {"1": "n", "2": "v", "3": "a", "5": "a"}.get(rest[0])
        if part is not None:
            found[word, part][int(number)] = int(count)
    return {key: [uses.get(n + 1, 0) for n in range(max(uses))] for key, uses in found.items()}


def read_order(folder: Path) -> dict[tuple[str, str], list[SynsetId]]:
    """Return the meanings of each word in order, by word and part."""
    found: dict[tuple[str, str], list[SynsetId]] = {}
    for name, part in PARTS.items():
        for line in (folder / f"index.{name}").read_text("ascii").splitlines():
            if not line.startswith(" "):
                cells = line.split()
                count = int(cells[2])
                found[cells[0], part] = [(part, int(cell)) for cell in cells[-count:]]
    return found


def read_inflected(folder: Path) -> set[tuple[str, str]]:
    """Return the irregular forms of words, each with its part: `men`, `fell`, `best`."""
    found: set[tuple[str, str]] = set()
    for name, part in PARTS.items():
        for line in (folder / f"{name}.exc").read_text("ascii").splitlines():
            form, *bases = line.split()
            if form not in bases:
                found.add((form, part))
    return found


def read_list(path: Path) -> dict[str, tuple[str, ...]]:
    """Return a list of ours: a word a line, after a colon the words it goes with; `#` begins a comment."""
    found: dict[str, tuple[str, ...]] = {}
    for line in path.read_text("utf-8").splitlines():
        word, _, rest = line.partition("#")[0].partition(":")
        if word.strip():
            found[word.strip()] = tuple(rest.split())
    return found


# -------------------------------------------------------------------------------------------------------- words


class Lexicon:
    """The words that are kept, each with its part of speech and the meanings that count."""

    def __init__(self, folder: Path, blocked: set[str], told: Iterable[Relation]) -> None:
        self.synsets = read_synsets(folder)
        self.order = read_order(folder)
        self.uses = read_uses(folder)
        self.inflected = read_inflected(folder)
        self.parts: dict[str, str] = {}
        for word, part in self._candidates(blocked):
            if self._total(word, part) > self._total(word, self.parts.get(word, "")):
                self.parts[word] = part
        for start, _, end in told:
            for word, part in ((start, "n"), (end, "v")):
                if word not in self.parts and (word, part) in self.order:
                    self.parts[word] = part
        self.arities = {word: self._arities(word) for word in self.parts}
        self.parts = {word: part for word, part in self.parts.items() if self.arities[word]}
        self.meanings = {word: self._meanings(word) for word in self.parts}
        self.named: dict[SynsetId, list[str]] = defaultdict(list)
        for word in sorted(
            self.parts, key=lambda each: (-self._total(each, self.parts[each]), each)
        ):
            for meaning in self.meanings[word]:
                self.named[meaning].append(word)

    def _candidates(self, blocked: set[str]) -> Iterator[tuple[str, str]]:
        for word, part in sorted(self.uses):
            total = self._total(word, part)
            common = SINGLE.fullmatch(word) and total >= COMMON[part]
            common = common or (DOUBLE.fullmatch(word) and part == "n" and total >= COMMON_DOUBLE)
            if common and word not in blocked and not blocked & set(word.split("_")):
                if (word, part) in self.order and not self._is_form(word, part):
                    if not self._is_name(word, part):
                        yield word, part

    def _is_form(self, word: str, part: str) -> bool:
        """Return whether a word is, or may be taken for, a form of another one: a plural, a past, a comparative."""
        if (word, part) in self.inflected:
            return True
        if part == "n" and PLURAL.fullmatch(word):
            return (word[:-1], "n") in self.order
        compared = COMPARED.fullmatch(word) if part == "a" else None
        if compared is None:
            return False
        stems = (compared[1], compared[1] + compared[2], compared[1] + compared[2] + "e")
        return any((stem, "a") in self.order for stem in stems)

    def _is_name(self, word: str, part: str) -> bool:
        """Return whether a word is spelled with a capital in its first meaning."""
        return word not in self.synsets[self.order[word, part][0]].words

    def _total(self, word: str, part: str) -> int:
        return sum(self.uses.get((word, part), ()))

    def _meanings(self, word: str) -> tuple[SynsetId, ...]:
        part = self.parts[word]
        order = self.order[word, part]
        uses = self.uses.get((word, part), [])
        uses = [*uses, *[0] * (len(order) - len(uses))]
        least = max(2, SHARE * max(uses))
        return tuple(
            meaning
            for place, (meaning, count) in enumerate(zip(order, uses, strict=False))
            if place == 0 or count >= least
        )

    def _arities(self, word: str) -> tuple[int, ...]:
        """Return how many things a word speaks of: a verb as its frames say, any other word of one."""
        if self.parts[word] != "v":
            return (1,)
        frames = {
            frame
            for meaning in self._meanings(word)
            for frame, place in self.synsets[meaning].frames
            if place == 0 or self.synsets[meaning].words[place - 1] == word
        }
        return tuple(arity for arity, each in ARITIES.items() if frames & set(each))

    def mass(self, word: str) -> bool:
        """Return whether a noun's first meaning is a stuff or a feeling, which is not counted."""
        if self.parts[word] != "n":
            return False
        first = self.meanings[word][0]
        if self.synsets[first].file in (SUBSTANCE, FEELING) or word.endswith("ness"):
            return True
        return any(MASSES & set(self.synsets[each].words) for each in self._above(first))

    def _above(self, meaning: SynsetId) -> Iterator[SynsetId]:
        yield meaning
        for symbol, target, _, _ in self.synsets[meaning].pointers:
            if symbol == "@":
                yield from self._above(target)

    # -------------------------------------------------------------------------------------------- relations

    def relations(self, vague: set[str]) -> Iterator[Relation]:
        """Yield each relation between two words, more than once where several meanings confirm it."""
        for word in self.parts:
            for meaning in self.meanings[word]:
                yield from self._kinds(word, meaning, vague)
                synset = self.synsets[meaning]
                for symbol, target, source, end in synset.pointers:
                    if source and synset.words[source - 1] != word:
                        continue
                    for other in self._words_at(target, end):
                        if other != word:
                            yield from self._join(word, symbol, other, synset, target)

    def _words_at(self, target: SynsetId, end: int) -> list[str]:
        if target[0] not in SAID:
            return []
        named = self.named.get(target, [])
        return [each for each in named if end == 0 or self.synsets[target].words[end - 1] == each]

    def _kinds(self, word: str, meaning: SynsetId, vague: set[str]) -> Iterator[Relation]:
        """Yield the nearest kinds that a noun's meaning belongs to."""
        if self.parts[word] != "n":
            return
        level, told = [meaning], 0
        for _ in range(STEPS):
            level = [
                target
                for each in level
                for symbol, target, _, _ in self.synsets[each].pointers
                if symbol == "@"
            ]
            for kind in dict.fromkeys(
                name for each in level for name in self.named.get(each, [])[:1]
            ):
                if kind != word and kind not in vague and told < KINDS:
                    told += 1
                    yield word, "is_a", kind
            if told:
                return

    def _join(
        self, word: str, symbol: str, other: str, synset: Synset, target: SynsetId
    ) -> Iterator[Relation]:
        part, file = self.parts[word], self.synsets[target].file
        match symbol:
            case "!" if word < other:
                yield word, "antonym", other
            case "#p":
                yield word, "part_of", other
            case "#m":
                yield word, "member_of", other
            case "%s":
                yield word, "made_of", other
            case "@" if part == "v":
                yield word, "manner_of", other
            case "*":
                yield word, "entails", other
            case ">":
                yield word, "causes", other
            case "&" if word < other:
                yield word, "similar_to", other
            case "=" if part == "a":
                yield word, "has_attribute", other
            case "+" if part == "a" and file in (ATTRIBUTE, STATE, FEELING):
                yield word, "has_attribute", other
            case "+" if part == "n" and target[0] == "v" and synset.file in DEEDS:
                yield word, "act_of", other
            case "+" if part == "n" and target[0] == "v" and AGENT.fullmatch(word):
                if synset.file == PERSON:
                    yield word, "capable_of", other
                elif synset.file == ARTIFACT:
                    yield word, "used_for", other


# ------------------------------------------------------------------------------------------------------ writing


def write(path: Path, header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """Write rows in the order of their cells, with line ends that do not depend on the machine."""
    with path.open("w", encoding="ascii", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(sorted(rows))


def main(folder: Path) -> None:
    """Write both tables."""
    blocked = set(read_list(STANDARD / "words" / "blocked.txt")) | set(
        read_list(HERE / "unfit.txt")
    )
    vague = set(read_list(HERE / "vague.txt"))
    told = [
        (word, relation, other)
        for relation, file in TOLD.items()
        for word, others in read_list(HERE / file).items()
        for other in others
        if not {word, other} & blocked
    ]
    lexicon = Lexicon(folder, blocked, told)
    for start, relation, end in told:
        if (lexicon.parts.get(start), lexicon.parts.get(end)) != ("n", "v"):
            sys.exit(
                f"{TOLD[relation]}: `{start}` is no noun of the table, or `{end}` no verb of it"
            )
    relations = {*told, *lexicon.relations(vague)}
    related = {word for start, _, end in relations for word in (start, end)}
    words = [
        (
            word,
            SAID[part],
            ";".join(map(str, lexicon.arities[word])),
            "yes" if lexicon.mass(word) else "no",
        )
        for word, part in lexicon.parts.items()
        if word in related
    ]
    write(STANDARD / "tables" / "words.csv", ("word", "part", "arity", "mass"), words)
    write(STANDARD / "tables" / "relations.csv", ("start", "relation", "end"), relations)
    print(f"{len(words)} words, {len(relations)} relations")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
