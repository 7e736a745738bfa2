"""English word forms by rule, with tables for the words that follow none.

A phrase of several words inflects the word that carries the form: the first of a verb phrase (`attacks the fields of`),
the last of a noun phrase (`red dog`), or the one before a preposition (`man of the house`). Words that no dictionary
knows (`blorp`) follow the rules. Nothing here fails: any text has every form.
"""

import re

from .irregular import NOUNS, PARTICIPLES, PASTS, PLAIN_NOUNS, VERB_DOUBLES

_VOWELS = "aeiou"
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh)$")
_PREFIXES = ("under", "over", "mis", "out", "re", "un", "fore", "with")
"""The prefixes of an irregular verb."""
_PREPOSITIONS = frozenset(
    ["of", "in", "on", "at", "for", "with", "from", "to", "by", "under", "over", "between", "about"]
)
_VOWEL_SOUND = re.compile(r"hour|honest|honou?r|heir|[aeiou]", re.IGNORECASE)
_CONSONANT_SOUND = re.compile(
    r"one(?:s|-|\b)|once\b|onesie|eu|ew|uni(?!n|m)|us[eu]|usa|uten|util|uto|urani|urin|ukr|ugand|ubiq"
    r"|uvul|ouija|oui\b",
    re.IGNORECASE,
)
_UN_PREFIX = re.compile(r"uni(?:ma|mp|nc|nd|nf|nh|ni|nj|ns|nt|nv|dent)", re.IGNORECASE)
_SPELLED_VOWEL = "AEFHILMNORSX"


def third(verb: str) -> str:
    """Return the third person singular of a verb phrase: `attacks the` for `attack the`. A past form stays as it is."""
    return _on_first(verb, lambda word: word if is_past(word) else _third(word))


def base(verb: str) -> str:
    """Undo `third`: `attacks the fields of` becomes `attack the fields of`. A base form stays as it is."""
    return _on_first(verb, _base)


def past(verb: str) -> str:
    """Return the simple past of a base form: `attacked`, `wrote`, `stopped`."""
    return _on_first(verb, _past)


def participle(verb: str) -> str:
    """Return the present participle of a base form: `attacking`, `writing`, `stopping`."""
    return _on_first(verb, _participle)


def bases(word: str) -> frozenset[str]:
    """Return the words that a single word may be a form of, itself among them: `carried` of `carry`, `men` of `man`."""
    stems = {word, _base(word), _singular(word)}
    for ending, instead in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and re.search(r"[aeiouy]", stem + instead.removesuffix("e")):
            stems |= {stem + instead, stem[:-1] if stem[-1:] == stem[-2:-1] else stem}
    forms = (_third, _past, _participle, _plural)
    regular = (each for each in stems if each and word in [each, *(form(each) for form in forms)])
    return frozenset(regular) | {
        prefix + verb
        for prefix in ("", *_PREFIXES)
        if word.startswith(prefix)
        for verb in _IRREGULAR.get(word.removeprefix(prefix), ())
    }


_ENDINGS = [
    ("ed", ""),
    ("ed", "e"),
    ("ied", "y"),
    ("ked", ""),
    ("ing", ""),
    ("ing", "e"),
    ("ying", "ie"),
    ("king", ""),
]
"""The endings of regular forms, and the endings of the base form that replace them."""
_IRREGULAR = {
    form: frozenset(verb for table in (PASTS, PARTICIPLES) for verb in table if table[verb] == form)
    for form in (*PASTS.values(), *PARTICIPLES.values())
}


def plural(noun: str) -> str:
    """Return the plural of a noun phrase: `red dogs`, `men of the house`."""
    return _on_head(noun, _plural)


def singular(noun: str) -> str:
    """Undo `plural`."""
    return _on_head(noun, _singular)


def article(phrase: str) -> str:
    """Return the indefinite article that goes with the sound of a phrase's first word: `a` or `an`."""
    word = re.split(r"[\s,]", phrase.lstrip("\"'(“‘"), maxsplit=1)[0]
    if not word:
        return "a"
    if word[0].isdecimal():
        digits = re.match(r"[\d,]+", word)
        assert digits is not None
        number = digits[0].replace(",", "")
        teen = number in ("11", "18") or (
            len(number) % 3 == 2 and len(number) > 3 and number[:2] in ("11", "18")
        )
        return "an" if number.startswith("8") or teen else "a"
    letters = re.match(r"[A-Z]+(?![a-zA-Z])", word)
    if len(word) == 1 or (letters and not _reads_as_word(letters[0])):
        return "an" if word[0].upper() in _SPELLED_VOWEL else "a"
    if _UN_PREFIX.match(word):
        return "an"
    if _CONSONANT_SOUND.match(word):
        return "a"
    return "an" if _VOWEL_SOUND.match(word) else "a"


def with_article(phrase: str) -> str:
    """Put the indefinite article before a phrase."""
    return f"{article(phrase)} {phrase}"


def capital(text: str) -> str:
    """Make the first letter a capital, if there is a single capital letter for it."""
    first = text[:1].title()
    return first + text[1:] if first.lower() == text[:1] else text


def uncapital(text: str) -> tuple[str, ...]:
    """Return the texts that become this one if their first letter is made a capital."""
    small = text[:1].lower() + text[1:]
    return tuple(plain for plain in dict.fromkeys((text, small)) if capital(plain) == text)


def _reads_as_word(letters: str) -> bool:
    """Return whether capitals are said as a word (`NASA`) and not letter by letter (`MBA`, `FBI`)."""
    return len(letters) > 3 and bool(
        re.fullmatch(r"[AEIOU]?(?:[^AEIOU]{1,2}[AEIOU]+)+[^AEIOU]{0,2}", letters)
    )


def _on_first(phrase: str, form: object) -> str:
    first, blank, rest = phrase.partition(" ")
    assert callable(form)
    return f"{form(first)}{blank}{rest}"


def _on_head(phrase: str, form: object) -> str:
    assert callable(form)
    words = phrase.split(" ")
    head = next(
        (i - 1 for i, word in enumerate(words) if i and word in _PREPOSITIONS), len(words) - 1
    )
    words[head] = form(words[head])
    return " ".join(words)


def is_past(word: str) -> bool:
    """Return whether a word is a verb in the past and no base form: `wrote`, `attacked`, but not `put` or `need`."""
    return base_of_past(word) != ""


def base_of_past(word: str) -> str:
    """Return the base form of a verb in the past, empty for any other word."""
    if word in PASTS or word in VERB_DOUBLES or word.endswith("eed"):
        return ""
    if word in _IRREGULAR:
        return min(_IRREGULAR[word])
    if not word.endswith("ed"):
        return ""
    stems = [word[:-2], word[:-1], f"{word[:-3]}y", word[:-3]]
    if word.endswith(_WITH_E):
        stems[:2] = [word[:-1], word[:-2]]
    fitting = (stem for stem in stems if re.search("[aeiouy]", stem) and _past(stem) == word)
    return next(fitting, "")


_WITH_E = ("ated", "ced", "ged", "sed", "ved", "zed", "ued")
"""The ends of pasts whose base form ends with `e`, as far as the letters tell."""


def _third(verb: str) -> str:
    match verb:
        case "be" | "are":
            return "is"
        case "have":
            return "has"
        case "" | "is" | "has" | "can" | "cannot" | "could" | "will" | "would" | "shall" | "should":
            return verb
        case "must" | "may" | "might" | "were":
            return verb
        case "do" | "go" | "undo" | "redo" | "outdo" | "undergo" | "forgo" | "veto" | "echo":
            return verb + "es"
    if verb.endswith("quiz"):
        return verb + "zes"
    if _SIBILANT.search(verb):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in (*_VOWELS, ""):
        return verb[:-1] + "ies"
    return verb + "s"


def _base(verb: str) -> str:
    match verb:
        case "is" | "are" | "am":
            return "be"
        case "has":
            return "have"
        case "was":
            return verb
        case "does" | "goes" | "undoes" | "redoes" | "outdoes" | "undergoes" | "forgoes":
            return verb[:-2]
        case "vetoes" | "echoes":
            return verb[:-2]
        case "focuses" | "biases" | "refocuses" | "trespasses":
            return verb[:-2]
        case "dies" | "lies" | "ties" | "vies" | "unties" | "belies" | "underlies":
            return verb[:-1]
    if verb.endswith("quizzes"):
        return verb[:-3]
    if verb.endswith("ies") and len(verb) > 3:
        return verb[:-3] + "y"
    if verb.endswith(("sses", "shes", "xes", "zzes", "tches")):
        return verb[:-2]
    if verb.endswith("ches"):
        return verb[:-1] if verb in ("aches", "caches", "psyches") else verb[:-2]
    if verb.endswith("s") and not verb.endswith(("ss", "us", "is")) and len(verb) > 1:
        return verb[:-1]
    return verb


def _doubles(verb: str) -> bool:
    """Return whether the last consonant is doubled before a vowel: one stressed syllable, vowel and consonant."""
    if verb in VERB_DOUBLES:
        return True
    if not re.search(r"[^aeiou][aeiou][bdfgklmnprtvz]$|qu[aeiou][bdfgklmnprtvz]$", verb):
        return False
    return len(re.findall(r"[aeiouy]+", verb.replace("qu", "q"))) == 1


def _past(verb: str) -> str:
    if verb in PASTS:
        return PASTS[verb]
    for prefix in _PREFIXES:
        stem = verb.removeprefix(prefix)
        if stem != verb and len(stem) > 1 and stem in PASTS:
            return prefix + PASTS[stem]
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in (*_VOWELS, ""):
        return verb[:-1] + "ied"
    if verb.endswith("c") and len(verb) > 3:
        return verb + "ked"
    return verb + (verb[-1] if _doubles(verb) else "") + "ed"


def _participle(verb: str) -> str:
    match verb:
        case "be":
            return "being"
        case "dye" | "eye" | "singe" | "hoe" | "shoe" | "tinge":
            return verb + "ing"
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")) and len(verb) > 2:
        return verb[:-1] + "ing"
    if verb.endswith("c") and len(verb) > 3:
        return verb + "king"
    return verb + (verb[-1] if _doubles(verb) else "") + "ing"


def _plural(noun: str) -> str:
    lower = noun.lower()
    if lower in PLAIN_NOUNS or not noun:
        return noun
    if lower in NOUNS:
        return _like(noun, NOUNS[lower])
    if re.search(r"(?:[a-z]{2}|^)(?<!hu)(?<!ger)man$", lower) and lower not in _REGULAR_MAN:
        return noun[:-2] + "en"
    if _SIBILANT.search(lower):
        return noun + "es"
    if lower.endswith("y") and lower[-2:-1] not in (*_VOWELS, ""):
        return noun + "s" if noun[0].isupper() and noun[1:].islower() else noun[:-1] + "ies"
    return noun + "s"


_REGULAR_MAN = frozenset(["human", "german", "roman", "shaman", "talisman", "ottoman", "caiman"])
_SINGULARS = {many: one for one, many in NOUNS.items()}


def _singular(noun: str) -> str:
    lower = noun.lower()
    if lower in PLAIN_NOUNS or not noun:
        return noun
    if lower in _SINGULARS:
        return _like(noun, _SINGULARS[lower])
    if lower.endswith("men") and _plural(noun[:-2] + "an") == noun:
        return noun[:-2] + "an"
    if lower.endswith("ies") and len(noun) > 4:
        return noun[:-3] + "y"
    if re.search(r"(?:ss|sh|x|zz|tch|[^a]ch|us)es$", lower):
        return noun[:-2]
    if lower.endswith("s") and not lower.endswith(("ss", "us", "is")):
        return noun[:-1]
    return noun


def _like(model: str, word: str) -> str:
    return capital(word) if model[:1].isupper() else word
