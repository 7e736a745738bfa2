"""The words by which a reply announces, corrects, doubts, denies or explains an answer."""

from __future__ import annotations

import re

_ADJECTIVES = r"(?:final |correct |right |best |my |overall |the )*"

ANNOUNCED = re.compile(
    rf"\b(?:{_ADJECTIVES}(?:answer|solution|conclusion|verdict)(?: sets?)?(?: to [^.:]*?| here)?"
    r"|(?:final|correct|right|best|only valid|only) (?:option|choice|one|label|count|total|result|number|value))s?"
    r"(?:\s+(?:is|are|was|would be|should be|must be|has to be|will be)\b(?! not\b)"
    r"(?: therefore| thus| then| clearly| simply)?|\s*(?:->|[:=]))\s*:?"
    r"|\bI(?:'ll| will| would| must| have to)?(?: therefore| thus)?"
    r" (?:choose|pick|select|answer|say|go with|conclude)\b:?"
    r"|\b(?:final answer|answer)\s*$",
    re.I,
)
"""What stands before an answer that a reply commits itself to."""

_DOUBTED = r"(?<!no )(?<!without )(?<!without a )(?<!beyond )doubt(?:s|ed|ful)?|den(?:y|ies|ied)"

_ONCE = (
    r"(?:I|we|one|you)(?: had| have|'d|'ve)? (?:thought|assumed|expected|believed|guessed)"
    r"|(?:at first|first|initially|originally|once)(?: I| we)? (?:thought|assumed|expected|believed|guessed|said|chose"
    r"|picked|answered)"
    r"|(?:first|initial|original) (?:thought|guess|impression|instinct|answer|choice) (?:is|was)"
    r"|at first(?: glance| sight)?"
)
"""What tells of an answer that was given up: `I first thought`."""

UNSAID = re.compile(
    r"(?:\b(?:wrong|incorrect|bad|false|not|never|disagree|no ?body|no one|nowhere|first|initial|original|earlier"
    rf"|far from|hardly|{_DOUBTED}|{_ONCE})\b|n't\b)"
    r"(?:\s+(?:that|if|the|a|my|really|even|be|being|true|right|correct|case|would|will|could|should|can|to|say|says"
    r"|claim|think|thinks|believe|agree))*\s*$",
    re.I,
)
"""What stands before an announcement that is none: `it is false that`, `the wrong`, `I doubt`, `I thought`."""

BEHIND = re.compile(
    rf"\s+(?:is|would be|must be) (?:the|my) {_ADJECTIVES}(?:only )?(?:answer|option|choice|one)\b",
    re.I,
)
"""What stands behind such an answer."""

CORRECTED = re.compile(
    r"\b(?:wait|actually|correction|sorry|i mean|scratch that|just kidding"
    r"|never ?mind|on second thought|on reflection|instead)\b|\bno[,:]",
    re.I,
)
"""What stands between an answer and the one that takes its place."""

UNSURE = (
    r"\b(?:maybe|perhaps|possibly|probably|presumably|conceivably|likely|might|could be|may be|may or may not"
    r"|guess|guessing|uncertain|unsure|not (?:entirely |quite |so |very )?(?:sure|certain)|hard to say)\b"
)
"""What calls an answer only possible or likely."""

DOUBT = re.compile(rf"{UNSURE}|\?\s*$|^\W*or\b", re.I)

_WRONG = (
    r"(?:(?:and|but|however|no|though|although|yet)\b\W*)?"
    r"(?:that|this|it|which)(?: answer| option)?(?: is|'s| was)(?: of course| clearly| also)?"
    r" (?:wrong|incorrect|mistaken|false|a mistake|an error|not (?:right|correct|so|true|the))\b"
)

RETRACTED = re.compile(
    rf"\W*(?:{_WRONG}|(?:but |no\W+)?I (?:was|am) (?:wrong|mistaken)|(?:but |no\W+)?I take (?:that|it) back"
    r"|(?:or|maybe|perhaps|but)?\W*(?:maybe |perhaps )?not|(?:scratch|strike|forget) that|never ?mind)\W*",
    re.I,
)
"""A sentence that takes the answer before it back."""

CONCLUDED = re.compile(
    r"\W*(?:so|thus|hence|therefore|in conclusion|overall|finally|consequently|in short)\b", re.I
)

NOTHING = re.compile(
    r"\b(?:none of (?:the|these|those|them)\b(?! others?)|no (?:option|answer)s?\b(?! but| except)"
    r"|(?:cannot|can't|can not) (?:be determined|tell|say|answer|determine|decide)"
    r"|(?:do not|don't) know|not enough information|no idea)",
    re.I,
)
"""What says that there is no answer."""

DENIED = re.compile(
    r"(?:\b(?:not(?! only| just)|never|opposite|negation|cannot|neither|nor|rather than|instead of|unlike|except"
    rf"|far from|hardly|scarcely|by no means|in no way|no longer|short of|fail(?:s|ed)? to be|{_DOUBTED}|{_ONCE}"
    r"|(?:wrong|incorrect|mistaken|untrue|not the case) (?:that|to)"
    r"|excluding|whether|if|(?:any|every)(?:thing)? but|all but|(?:any|every) \w+ but|other than|apart from"
    r"|no (?:evidence|proof|reason)|(?:rul|eliminat|exclud|reject|discard)\w*(?: out)?)|n't\b|≠|!=)"
    r"(?:\W+(?:be|been|being|the|a|an|option|answer|really|actually|necessarily|yet|it|its|is|was|that|this|to|said"
    r"|statement|called|considered|case|correct|right|evidence|proof|reason|we|can|conclude|say|follow|shown"
    r"|clear|obvious|certain|settled|quite|fully|entirely|completely|looks|looked|seems|seemed|like|I|would))*\W*$",
    re.I,
)
"""What stands before an answer that is denied, up to it."""

REFUSED = re.compile(
    rf"\W{{0,3}}{_WRONG}|\W{{0,2}}\s*at first\b"
    r"|\W{0,2}\s*(?:(?:is|are|was|were|would be|seems|looks|gets)(?: also| clearly| therefore)?\s*"
    r"(?:not\b|wrong|incorrect|invalid|unlikely|doubtful|out\b|ruled|too\b|excluded|eliminated|impossible)"
    r"|(?:is|are|was|does|did|do|ca|wo)n't\b"
    r"|(?:also |only |clearly )?(?:fail|violate|misse|break|exceed|lack)(?:s|d|ed)?\b"
    r"|(?:does not|do not|did not|cannot)\b)",
    re.I,
)
"""What stands behind an answer that is denied."""

PLURAL = re.compile(r"\W*(?:are|were|do|fail|violate|exceed|break|lack)\b", re.I)

TOGETHER = re.compile(r"\b(?:and|or|nor)\b", re.I)

JOINING = re.compile(r"\b(?:and|or|nor|the|options?)\b|[\s,()]", re.I)
"""What stands between answers that are said in one breath."""

REASON = re.compile(
    r"[;—]|\s-\s|\b(?:because|since|whereas|while|although|though|unlike|given|due to|for the reason|even though"
    r"|as (?=it|they|the|all|no|none|there|only|this|that))",
    re.I,
)
"""What parts an answer from its reasons, in which others may be named."""

ASIDE = re.compile(r"\([^()]{3,}\)")

SEPARATORS = re.compile(r"\b(?:and|the|a|an|option|options|choice|it is|it's|is)\b|\W", re.I)
"""What may stand beside a bare answer."""
