"""Whether a reply doubts or takes back an answer, in the words right before it and right after it."""

import re

from ..cues import UNSURE

NEAR = 1_000
"""How many characters before and after an answer are read."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_CLAUSE = re.compile(
    r"[,;—–]\s|\b(?:so|thus|hence|therefore|then|but|however|because|since|which (?:means|gives|leaves))\b",
    re.I,
)
_WORD = re.compile(r"\w")

_THING = (
    r"(?:answers?|solutions?|tables?|grids?|assignments?|attempts?|tr(?:y|ies)|guess(?:es)?|orders?|plans?|options?"
    r"|schedules?|colourings?|colorings?|arrangements?|results?|ones?|cases?|possibilit(?:y|ies)|candidates?)"
)
_BAD = r"(?:wrong|incorrect|invalid|failed|false|untrue|mistaken|erroneous|impossible|bad|flawed|inadmissible)"
_GOOD = r"(?:right|correct|valid|true|so|acceptable|allowed|admissible|possible|ok(?:ay)?|the case)"
_NOT = r"(?:not|n't|never|no longer|cannot be|hardly)"
_SOME = r"(?:(?:a|an|the|my|any|quite|really|actually|entirely|even) )*"
_DENIED = rf"{_NOT} {_SOME}(?:{_GOOD}\b|(?:(?!only\b)\w+ )?{_THING}\b)"
"""What says of an answer that it is none."""

_UNSURE = re.compile(
    rf"{UNSURE}|\b(?:could|may|might) (?:(?!not\b)\w+ ){{0,2}}be\b"
    r"|\b(?:do not|don't|did not|didn't|cannot|can't) (?:really |actually )?(?:know|solve|tell|decide|work it out)\b"
    r"|\b(?:no idea|no clue|give up|giving up|gave up)\b",
    re.I,
)
_FURTHER = r"(?:other|several|more|many|multiple|further|additional|different)"
_CLAIMED = re.compile(
    rf"\b(?:a|an|one) (?:valid|correct|right|feasible|suitable|working|consistent) {_THING} could be"
    r"(?: as follows)?(?=\W*$)|\bcould be (?:used|written|given)(?: as follows)?(?=\W*$)"
    rf"|\bthere (?:could|may|might) (?:well |also )?be {_FURTHER}(?: \w+)?(?: {_THING})?(?=\W*$|[,;.:])"
    r"|\b(?:not|n't) (?:just |merely )?(?:(?:a |a (?:mere|wild|random|lucky) )guess|guessing)(?=\W*$|[.!] )",
    re.I,
)
"""Words that only look like doubt."""
_SLIP = r"(?:mistake|error|trap|misconception|fallacy|blunder|pitfall)"
_DISOWNED = re.compile(
    rf"\b(?:{_BAD} (?:\w+ )?{_THING}\b|non-{_THING}\b|{_BAD}(?: (?:to|that)\b|\W*$))"
    rf"|(?:\b|(?=n't)){_DENIED}"
    rf"|\b{_SLIP}s? (?:\w+ ){{0,3}}(?:is|are|was|to|(?:would|might|could|can) be)\b|\bcounter-?examples?\b"
    rf"|\b(?:common|typical|usual|frequent|easy|classic|popular|tempting|likely) (?:\w+ )?{_SLIP}s?\b"
    r"|(?<!or )\bnot(?: this| these| the following)?\W*$|\bopposite of\b"
    r"|(?<!no )(?<!not )(?<!n't )(?<!without )\bdoubt (?:that|if|whether)\b"
    r"|\b(?:anything but|other than|unlike|rather than|instead of|except)\W*$"
    r"|\b(?:do not|don't|never|must not|should not|cannot) (?:\w+ )?(?:write|answer|choose|take|say|use|accept|give)\b"
    r"|\b(?:this|it|that|which|the following) (?:would |clearly |also )*"
    r"(?:violate|fail|contradict|break(?!s? down))s?\b"
    r"|\b(?:this|it|that|which|the following) (?:does not|doesn't|will not|won't) work\b",
    re.I,
)
_BACK = re.compile(
    r"^\W*(?:(?:but|and|no|wait|hm+|oh)\b\W*)*(?:that|it|this|which|the (?:above|first|last|previous|earlier)|above"
    r"|clue|rule|row|column|edge|step|requirement|constraint)\b(?!.*(?::|\bthat)\W*$)",
    re.I,
)
"""The beginning of a sentence about what came before."""
_IF_NOT = re.compile(
    rf"\b(?:if|unless|in case|should)\b[^.:]{{0,40}}\b(?:that|this|it|the (?:above|first|other|previous)|above)\b"
    rf"[^.:]{{0,80}}?(?:\b(?:{_BAD}|{_GOOD}|fails?|not|works?)\b|n't\b)",
    re.I,
)
"""What makes an answer depend on whether another one is right."""

_ANYTHING_BUT = re.compile(r"\b(?:any|every)(?:thing|one)? but\b", re.I)

_ABOUT = (
    rf"(?:(?:the|my|this|that) (?:(?:above|first|given|whole|last|final) )?{_THING}(?: (?:above|I gave|given))?"
    r"|the above|that|this|it|which)"
)
_COPULA = r"(?:is|was|are|were|must be|(?:may|might|could) (?:well )?be|seems?(?: to be)?|looks?)"
_STILL = r"(?:(?:\w+ly|just|only|of course|all|also|still|in fact|a|an|then|now) )*"
_WRONG_AFTER = re.compile(
    rf"(?!.*\b(?:{_BAD}|{_GOOD}) (?:that|to|for)\b)"
    rf"^\W*(?:(?:but|and|no|wait|actually|hm+|oh|oops|sorry|however|though|unfortunately|on reflection|edit"
    r"|update|correction)\b\W*)*"
    rf"(?:(?:I|we) (?:\w+ )?(?:think|see|believe|realise|realize|fear|notice|know|suspect|find)(?: that)? )?"
    rf"(?:{_ABOUT} ?{_COPULA} {_STILL}(?:{_BAD}|guess|mistake|error)\b"
    rf"|(?:{_ABOUT} ?{_COPULA}?|{_COPULA}) ?{_STILL}(?:{_DENIED}|guess\b|{_BAD}\b)"
    rf"|{_ABOUT} {_STILL}(?:(?:violate|fail|break|contradict)s?\b"
    r"|(?:does not|doesn't|do not|don't|cannot|can't|won't|will not) (?:\w+ )?"
    r"(?:work|hold|satisfy|fit|meet|be (?:right|correct|valid|true))\b))",
    re.I,
)
"""A sentence that calls the answer before it wrong, or a guess."""
_SELF = re.compile(
    r"\b(?:I|we)(?:'m| was| were| am| have been| give| gave| made| take| took| cannot| can't| could not| couldn't"
    r"| do not| don't)(?: \w+){0,2} (?:wrong|mistaken|up|guessing|mistake|error|back|solve|know)\b"
    r"|\bI(?:'m| am| was)? not (?:(?:at all|entirely|so|very|quite|really|fully|too) )?(?:sure|certain|confident)\b"
    r"|\b(?:just|only|merely|purely|wild|complete) (?:a )?(?:guess|kidding|guessing|joking)\b"
    r"|\bI (?:do not|don't)(?: really)? (?:think|believe)(?: that)? (?:this|that|it|the (?:answer|solution|above))"
    r" (?:is|works|holds|fits)\b|\bI doubt (?:that )?(?:this|that|it|the)\b"
    r"|^\W*(?:none of (?:this|that|it|the above) (?:is|works)|not really)\b"
    r"|^\W*(?:but|however|unfortunately|wait)\b(?!.*\b(?:no|nothing|none|not|never)\b)[^.]{0,80}"
    r" (?:is|are|gets?|was) (?:violated|broken|not met)\b"
    r"|\b(?:ignore|disregard|discard|forget|scratch|strike) (?:that|this|it|all|my|the (?:above|answer))\b",
    re.I,
)
"""What a writer says who does not stand by an answer."""
_TURN = re.compile(
    r"^\W*(?:(?:oh|hm+|um+|ah)\b\W*)?(?:no[,.:;!—–-]|wait\b|oops\b|actually\b|sorry\b|correction\b|hold on\b"
    r"|on second thoughts?\b|on reflection\b|instead\b|scratch that|never ?mind|or rather\b|just kidding)",
    re.I,
)
"""The beginning of a sentence that corrects what is before it, unless it goes on to confirm it."""
_CONFIRMED = re.compile(
    r"(?<!not )(?<!n't )\b(?:right|correct|hold|holds|fit|fits|satisf(?:y|ies|ied)|valid|works?|confirm\w*|fine|good"
    r"|ok(?:ay)?|stands?|consistent|met|unique|needed|nothing|none|complete)\b",
    re.I,
)
_NOTHING_ELSE = re.compile(
    r"^\W*no, I (?:did not|didn't|do not|don't|have not|haven't) (?:\w+ )?"
    r"(?:use|used|need|make|made|assume|assumed|add|added|change|changed|see|find|found) "
    r"(?:any )?(?:(?:other|more|further|extra|additional|unstated) \w+|anything else|mistakes?|errors?"
    r"|assumptions?)\W*$",
    re.I,
)
"""A sentence that begins like a correction, but does not correct anything."""
_REFUSAL = re.compile(
    rf"^\W*(?:no|nope|{_BAD}|maybe|perhaps|possibly|probably|(?:I'm |I am )?(?:not (?:so |very |quite )?|un)sure"
    r"|(?:just )?(?:a )?guess(?:ing)?)\W*$",
    re.I,
)
"""A word alone that doubts the answer before it."""
_EDIT = re.compile(
    r"^\W*(?:(?:actually|but|and|then|now|no|wait|instead|please|rather|also|finally)\b\W*)*"
    r"(?:(?:you (?:should|must|have to)|let(?:'s| me| us)|I (?:would|must|have to|should|need to)) )?"
    r"(?:swap|switch|exchange|change|replace|reverse|move) "
    r"(?:the|an?|it|them|both|these|those|this|that|all|\d+|[^\W\d]\w* (?:\w+ )?(?:and|with|to|for|by|from))\b"
    r"|^[^.]{0,80}\b(?:should|must|has to|have to|ought to) be (?:swapped|changed|exchanged|[^.]{0,40}\binstead)\b",
    re.I,
)
"""An instruction to change the answer before it."""
_SUPPOSED = re.compile(
    r"\b(?:if|suppose|supposing|assum(?:e|ing)|were|would|otherwise|else|other|another|unless|had)\b",
    re.I,
)
"""What is only supposed, as in an argument that an answer is the only one."""


def is_unsure(line: str) -> bool:
    """Return whether the line before an answer calls it only possible."""
    return _UNSURE.search(_CLAIMED.sub(" ", line)) is not None


def is_disowned(line: str) -> bool:
    """Return whether the line before an answer says that it is none, or one in case that another is wrong."""
    sentences = _sentences(line[-NEAR:])
    if not sentences:
        return False
    last = sentences[-1]
    if _IF_NOT.search(last) or _ANYTHING_BUT.search(last):
        return True
    return not _BACK.match(last) and _DISOWNED.search(_CLAUSE.split(last)[-1]) is not None


def last_clause(line: str) -> str:
    """Return what a line says last, as after `but` or `so`."""
    return next((each for each in reversed(_CLAUSE.split(line)) if _WORD.search(each)), "")


def is_withdrawn(text: str) -> bool:
    """Return whether the text after an answer takes it back: in its first two sentences, or in its last."""
    near = text if len(text) <= 2 * NEAR else f"{text[:NEAR]}\n{text[-NEAR:]}"
    sentences = _sentences(near)
    for place, each in enumerate(sentences):
        if 2 <= place < len(sentences) - 1:
            continue
        supposed = any(_SUPPOSED.search(own) for own in sentences[max(0, place - 1) : place + 1])
        if (_WRONG_AFTER.match(each) or _EDIT.match(each)) and not supposed:
            return True
        if _SELF.search(each) and not _SUPPOSED.search(each):
            return True
        asked = place > 0 and sentences[place - 1].endswith("?")
        if _REFUSAL.match(each) and not asked:
            return True
        confirmed = _NOTHING_ELSE.match(each) or any(map(_CONFIRMED.search, sentences[place:]))
        if _TURN.match(each) and not confirmed:
            return True
    return False


def _sentences(text: str) -> list[str]:
    """Return the sentences and lines of a text, without words that only look like doubt."""
    return [_CLAIMED.sub(" ", each).strip() for each in _SENTENCE.split(text) if _WORD.search(each)]
