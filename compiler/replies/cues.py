"""The words by which a reply announces, corrects, doubts, denies or explains an answer."""

import re

_ADJECTIVES = r"(?:final |correct |right |best |my |overall |the ){0,5}"

ANNOUNCED = re.compile(
    rf"\b(?:{_ADJECTIVES}(?:answer|solution|conclusion|verdict|pick|winner)(?: sets?)?(?: to [^.:]{0, 300}?| here)?"
    r"|(?:final|correct|right|best|ideal|only valid|only|chosen|selected|recommended|winning)"
    r" (?:option|choice|one|label|count|total|result|number|value|fit|match|candidate|selection)"
    r"|my (?:choice|selection|vote))s?(?: here| overall)?"
    r"(?:\s+(?:is|are|was|would be|should be|must be|has to be|will be)\b(?! not\b)"
    r"(?: therefore| thus| then| clearly| simply)?|\s*(?:->|=>|[:=]))\s*:?"
    r"|\bI(?:'ll| will| would| must| have to)?(?: therefore| thus)?"
    r" (?:choose|pick|select|answer|say|go with|conclude)\b:?"
    r"|\b(?:final answer|answer)\s*$",
    re.I,
)
"""Words before an answer to which a reply commits itself."""

CHINESE = re.compile(
    r"(?:^|(?<=[\s\W]))(?:所以|因此|因而|故|那么|综上(?:所述)?|总之)?(?:(?:最终|最后|正确|我)的?)?"
    r"(?:答案|结论|选项)(?:应该是|应当是|应为|就是|即为|是|为|[:：])[\s:：]*"
)
"""What announces an answer in Chinese; an answer counts only directly after it."""

_DOUBTED = r"(?<!no )(?<!without )(?<!without a )(?<!beyond )doubt(?:s|ed|ful)?|den(?:y|ies|ied)"

_ONCE = (
    r"(?:one|you|some|many|people)(?: people)? (?:may|might|could|would) (?:think|assume|expect|believe|guess|argue)|"
    r"(?:I|we|one|you)(?: had| have|'d|'ve)? (?:thought|assumed|expected|believed|guessed)"
    r"|(?:at first|first|initially|originally|once),?(?: I| we)? (?:thought|assumed|expected|believed"
    r"|guessed|said|chose"
    r"|picked|answered|counted|got|considered|suspected)"
    r"|(?:at first|first|initially|originally),? (?:it|this|that) (?:seem|look|appear)(?:s|ed)?"
    r"|(?:first|initial|original) (?:thought|guess|impression|instinct|answer|choice) (?:is|was)"
    r"|at first(?: glance| sight)?"
)
"""Signs of an answer that was given up: `I first thought`."""

NOUN = re.compile(r"\bof (?:the|these|those) (?P<noun>\w+?)s\b", re.I)
"""What a question calls its options: `which of these seats`."""

SUPERLATIVE = re.compile(
    r"^\W*(?:which|what|who)\b.*?\bthe (?P<most>(?!inter|for|har)[a-z]{3,}est|best|(?:most|least) [a-z]+)\b",
    re.I | re.DOTALL,
)
"""What a question asks for, as `the cheapest`, in whose words an answer may be announced."""

UNSAID = re.compile(
    r"(?:\b(?:wrong|incorrect|bad|false|not|never|cannot|unlikely|impossible|untrue|suppos(?:e|ing)"
    r"|assum(?:e|ing)|disagree|whether|(?:see|check|test|ask|wonder) if|no ?body|no one"
    r"|nowhere|first|second|third|next|initial|original|earlier"
    rf"|far from|hardly|{_DOUBTED}|{_ONCE})\b|n't\b)"
    r"(?:\s+(?:that|if|the|a|my|really|even|be|being|true|right|correct|case|would|will|could|should|can|to|say|says"
    r"|claim|think|thinks|believe|agree))*[\s-]*$",
    re.I,
)
"""Words before an announcement that does not count: `it is false that`, `the wrong`, `I doubt`, `I thought`."""

BEHIND = re.compile(
    rf"\s+(?:is|would be|must be) (?:the|my) {_ADJECTIVES}(?:only )?(?:answer|option|choice|one)\b",
    re.I,
)
"""Words after such an answer."""

CORRECTED = re.compile(
    r"\b(?:wait|actually|correction|sorry|i mean|scratch that|just kidding"
    r"|never ?mind|on second thought|on reflection|instead)\b|\bno[,:]",
    re.I,
)
"""Words between an answer and the one that replaces it."""

UNSURE = (
    r"\b(?:maybe|perhaps|possibly|probably|presumably|conceivably|likely|might|could (?:be|say)|may be|may or may not"
    r"|guess|guessing|uncertain|unsure|(?:not|n't|cannot)(?: be)?(?: entirely| quite| so| very"
    r"| fully)? (?:sure|certain)"
    r"|hard to say|tentative(?:ly)?|chances?|plausible|lean(?:ing)?|low confidence|(?:may|could) have)\b"
)
"""What calls an answer only possible or likely."""

_WHETHER = r"\b(?:let(?:['’]s| us| me)|need to|should|must) (?:check|see|test|ask|verify|decide) (?:whether|if)\b"
DOUBT = re.compile(rf"{UNSURE}|{_WHETHER}|\?\W{{0,4}}$|^\W*or\b", re.I)

_CONDITION = r"(?:(?:(?<!even )if|unless)(?! I\b)|provided|otherwise|depending|suppose|supposing)\b"

CONDITIONAL = re.compile(
    rf"\b{_CONDITION}(?:(?!(?:\bso|\bthus|\bhence|\btherefore|\bbut|[;:—]|->|=>)(?!\w)).)*$",
    re.I | re.DOTALL,
)
"""Words that make the next answer conditional, with no conclusion between."""

CONDITION = re.compile(
    rf"[\"')\]]*(?: it is)?[,;]?[ \t]*(?:but |and )?(?:only |then )?"
    rf"(?:{_CONDITION}|assuming\b|had\b|were (?:it|there) not\b|except that\b)",
    re.I,
)
"""What makes an answer before it depend on something."""

COUNTERFACTUAL = re.compile(r"(?>[^.;:\n]*?\bwould\b)[^.;:\n]*?\b(?:if|were|had|unless)\b", re.I)
"""What makes an answer before it one that might have been."""

_BUT = r"(?:(?:and|but|however|no|though|although|yet)\b\W*)?"
_FAILING = (
    r"(?:(?:also |only |clearly |all |both |each )?(?:fail|violate|misse|break|exceed|lack)(?:s|d"
    r"|ed)?\b(?! no\b| none\b)"
    r"|(?:does not|do not|did not|cannot)\b|would not\b|(?:is|are|was|does|did|do|ca|wo|would)n't\b)"
)

_WRONG = (
    rf"{_BUT}"
    r"(?:that|this|it|which)(?: answer| option)?(?: is|'s| was)(?: of course| clearly| also)?"
    r" (?:wrong|incorrect|mistaken|false|a mistake|an error|not (?:right|correct|so|true|the))\b"
    rf"|(?:which|(?:and|but|however|though|although|yet)\b\W*(?:that|this|it)(?: answer| option| one"
    rf"| set)?)\s+{_FAILING}"
)

RETRACTED = re.compile(
    rf"\W*+(?:{_WRONG}|(?:but |no\W+)?I (?:was|am) (?:wrong|mistaken)|(?:but |no\W+)?I take (?:that|it) back"
    r"|(?:or|maybe|perhaps|but)?\W*(?:maybe |perhaps )?not|(?:scratch|strike|forget) that|never ?mind"
    r"|[但可]?是?[这那此]个?(?:答案)?是?(?:不对|错误|错)[的了]?)\W*",
    re.I,
)
"""A sentence that takes the answer before it back."""

CONCLUDED = re.compile(
    r"\W*(?:so|thus|hence|therefore|in conclusion|overall|finally|consequently|in short)\b", re.I
)

NOTHING = re.compile(
    r"\b(?:none of (?:the|these|those|them)\b(?! others?)|no (?:option|answer)s?\b(?! but| except)"
    r"|no (?!other\b|one else\b)\w+ (?:meets?|satisf(?:ies|y)|fits?|qualif(?:ies|y)|works?)\b"
    r"|(?:cannot|can't|can not) (?:be determined|tell|say|answer|determine|decide|verify|confirm)"
    r"|(?:do not|don't) know|not enough information|no idea)",
    re.I,
)
"""Announcements that there is no answer."""

CONCEDED = re.compile(rf"(?:{NOTHING.pattern}).*\b(?:al)?though\b", re.I | re.DOTALL)
"""What says so before an answer that it only concedes."""

NAUGHT = re.compile(rf"\W*(?:{NOTHING.pattern}|none\b|null\b|n/a\b|undetermined\b)", re.I)
"""What is announced in place of an answer."""

DENIED = re.compile(
    r"(?:\b(?:(?:not(?! only| just)|never|neither|nor)(?: [a-z]+(?=\s*$))?|(?:opposite"
    r"|negation)(?!\W*,)|cannot|rather than|instead of|unlike|except"
    r"|far from|away from|hardly|scarcely|by no means|in no way|no longer|short of|fail(?:s|ed)? to be"
    rf"|{_DOUBTED}|{_ONCE}"
    r"|(?:wrong|incorrect|mistaken|untrue|not the case) (?:that|to)"
    r"|excluding|whether|if|(?:any|every)(?:thing)? but|all but|(?:any|every) \w+ but|other than|apart from"
    r"|(?:recommend|advise|decide|argue)\w* against"
    r"|no (?:evidence|proof|reason|way|rule)|nothing|nearly|almost|partly|half|remains to"
    r"|would have been|was (?:about to|going(?: to| with)?)"
    r"|(?:wrong|worst|loser|runner-up|(?:second|next)[ -]best)(?: \w+)?(?: is| was| would be|:)"
    r"|(?:incorrect|invalid)(?: \w+)?:|nicht|no es|n['’]est pas|não é|non è|не"
    r"|(?:^|\bfor (?:it|this|that|(?:the )?\w+) )\W*(?:in order )?to(?= be| answer| say| conclude)"
    r"|(?:want(?:ed)?|tempted|hard|difficult|needed|required|unable|refuse)(?= to)"
    r"|(?:eliminat(?:e|es|ed|ing)|(?:exclud|reject|discard)\w*|skip)|rul(?:es?|ed|ing) out)|n't\b|≠|!=)"
    r"(?:\W+(?:be|been|being|the|a|an|option|answer|really|actually|necessarily|yet|it|its|is|was|that|this|to|said"
    r"|explicitly|known|know|think|believe|of|enough|information|simple|clear-cut|choose|pick|select|chose|picked|selected"
    r"|it's|that's|(?:go|went) (?:for|with)|opt for|settle on|recommend|suggest|advise"
    r"|show|prove|proven|establish|derive|makes|lets|shows"
    r"|statement|called|considered|case|correct|right|evidence|proof|reason|we|can|conclude|say|follow|shown"
    r"|clear|obvious|certain|settled|quite|fully|entirely|completely|looks|looked|seems|seemed|like|I|would))*\W*$",
    re.I,
)
"""Words before an answer that is denied, up to it."""

REFUSED = re.compile(
    rf"(?:\s+(?:is|was|would be|looks|seems)(?: the)? \w+(?: \w+)?)?\W{{0,3}}(?:{_WRONG}|(?:but|yet"
    rf"|though)\b\W*{_FAILING})"
    r"|\W{0,2}\s*at first\b|\s+to (?:me|us)\b|\s*[:–—]\s*no\W*$|,\s*I (?:understand|can help)\b"
    r"|\s+(?:nearly|almost|would (?:have been|require|need|have to))\b"
    r"|\s+(?:ist (?:nicht|falsch)|no es|es (?:falso|incorrect)|n['’]est pas|est (?:faux|fausse|incorrect)|não é)"
    r"|\s*(?:不是|不对|是错|は間違い|ではない)"
    r"|\W{0,2}\s*(?:of (?:them|the|these|those)(?: \w+)? )?"
    r"(?:(?:is|are|was|were|would be|seems|looks|gets|(?:can|must|should|has|have) be(?:en)?)(?: also"
    r"| clearly| therefore| definitely| certainly| actually| really)?\s*"
    r"(?:not\b|wrong|incorrect|invalid|unlikely|doubtful|out\b|ruled|too\b|excluded|eliminated|rejected"
    r"|discarded|disqualified"
    r"|impossible|infeasible|possible"
    r"|(?:my|our|the|a) (?:first|second|next|last|initial|original|wrong|worst)\b)"
    rf"|{_FAILING})",
    re.I,
)
"""Words after an answer that is denied."""

WEIGHED = re.compile(
    r"(?:\b(?:check|consider|examin|test|verif|evaluat|review|analy[sz]|compar|assess|inspect|suppos|assum)\w*:?"
    r"|\b(?:let(?:'s| us| me)|need to|will|now) (?:think about|look at|see|try|start with|begin with"
    r"|go (?:over|through)"
    r"|turn to|move (?:on )?to|take)"
    r"|\b(?:look(?:ing)? at|think(?:ing)? about|among|between|out of|(?:one|any|either) of"
    r"|e\.g\.,?|for example,?"
    r"|for instance,?|such as))\s+(?:(?:if|that|the|options?|answers?|next|first|other|candidates?)\s+)*$",
    re.I,
)
"""Words before answers that are only considered: `let us check B`, `among A and B`, `cheaper than C`."""

MENU = re.compile(r"[\"')\]]*\s*[:?]")
"""Text after the answers to choose from, before the chosen one: `Yes or no: yes`."""

ENTRY = re.compile(
    r"\A(?!.*\b(?:total|sum|count|overall|result|altogether)\b)(?>.*\w)\W*(?<=[:|=–—-])\W*\Z",
    re.I,
)
"""The text before an answer that is one of several entries of a list or a table."""

BROKEN = re.compile(r"[^\W_][\s*_]*$|[,:(\[{-][\s*_]*$")
"""The end of a sentence that broke off, unless it is an answer."""

PLURAL = re.compile(r"\W*(?:are|were|do|fail|violate|exceed|break|lack)\b", re.I)

TOGETHER = re.compile(r"\b(?:and|or|nor)\b", re.I)

JOINING = re.compile(
    r"\b(?:and|or|nor|the|options?|plus|as well as|through|versus|vs|und|et|y|o|ou|oder)\b|[\s,;/&+()\[\]\"'·|]",
    re.I,
)
"""The text between answers that belong together."""

REASON = re.compile(
    r"[;—]|\s[-–]\s|,\s*(?:\w+er|(?:more|less) \w+) than\b|\b(?:because|since|whereas|while|although"
    r"|though|unlike|given|due to|for the reason|even though"
    r"|as (?=it|they|the|all|no|none|there|only|this|that))",
    re.I,
)
"""What parts an answer from its reasons, in which others may be named."""

ASIDE = re.compile(
    r"\((?!(?:or|possibly|perhaps|maybe|probably|might|not sure|unsure|uncertain|guess"
    r"|low confidence)\b)[^()]{3,}\)|\(\$?\d+\)",
    re.I,
)

SEPARATORS = re.compile(
    r"\b(?:and|the|(?-i:a|A(?= [a-z]))|an|option|options|choice|it is|it's|is)\b|\W", re.I
)
"""Words that are allowed next to a bare answer."""
