"""The verbs and nouns of English that follow no rule, as far as common texts need them."""

_PASTS = """
be was|bear bore|beat beat|become became|begin began|bend bent|bet bet|bid bid|bind bound|bite bit
bleed bled|blow blew
break broke|breed bred|bring brought|build built|burst burst|buy bought|cast cast|catch caught
choose chose|cling clung
come came|cost cost|creep crept|cut cut|deal dealt|dig dug|do did|draw drew|drink drank|drive drove|eat ate|fall fell
feed fed|feel felt|fight fought|find found|flee fled|fling flung|fly flew|forbid forbade|forget forgot|forgive forgave
freeze froze|get got|give gave|go went|grind ground|grow grew|hang hung|have had|hear heard|hide hid|hit hit|hold held
hurt hurt|keep kept|kneel knelt|know knew|lay laid|lead led|leave left|lend lent|let let|lie lay|light lit|lose lost
make made|mean meant|meet met|pay paid|put put|quit quit|read read|ride rode|ring rang|rise rose|run ran|say said
see saw|seek sought|sell sold|send sent|set set|shake shook|shed shed|shine shone|shoot shot|show showed|shrink shrank
shut shut|sing sang|sink sank|sit sat|sleep slept|slide slid|sling slung|slit slit|speak spoke|spend spent|spin spun
spit spat|split split|spread spread|spring sprang|stand stood|steal stole|stick stuck|sting stung|stink stank
stride strode|strike struck|string strung|strive strove|swear swore|sweep swept|swim swam|swing swung|take took
teach taught|tear tore|tell told|think thought|throw threw|thrust thrust|tread trod|understand understood|wake woke
wear wore|weave wove|weep wept|win won|wind wound|withdraw withdrew|wring wrung|write wrote|arise arose|awake awoke
behold beheld|beset beset|bestow bestowed|broadcast broadcast|forecast forecast|offset offset
upset upset|undergo underwent
foresee foresaw|slay slew|sow sowed|mow mowed|saw sawed|sew sewed|swell swelled|upgrade upgraded
lean leaned|learn learned
can could|will would|may might|shall should|must had
"""
PASTS = dict(pair.split(" ") for line in _PASTS.split("\n") if line for pair in line.split("|"))
"""The simple past of irregular verbs, by base form."""

_PARTICIPLES = """
be been|bear borne|beat beaten|become become|begin begun|bite bitten|blow blown|break broken|choose chosen|come come
do done|draw drawn|drink drunk|drive driven|eat eaten|fall fallen|fly flown|forbid forbidden|forget forgotten
forgive forgiven|freeze frozen|get gotten|give given|go gone|grow grown|hide hidden|know known|lie lain|overcome overcome
ride ridden|ring rung|rise risen|run run|saw sawn|see seen|sew sewn|shake shaken|show shown|shrink shrunk|sing sung
sink sunk|slay slain|sow sown|speak spoken|spring sprung|steal stolen|stink stunk|strike stricken|strive striven
swear sworn|swell swollen|swim swum|take taken|tear torn|throw thrown|tread trodden|undergo undergone
wake woken|wear worn|weave woven|withdraw withdrawn|write written|arise arisen|awake awoken|foresee foreseen|mow mown
undertake undertaken|mistake mistaken|overtake overtaken
"""
PARTICIPLES = dict(
    pair.split(" ") for line in _PARTICIPLES.split("\n") if line for pair in line.split("|")
)
"""The past participles that differ from the simple past, by base form."""

VERB_DOUBLES = frozenset(
    [
        "admit",
        "begin",
        "commit",
        "compel",
        "confer",
        "control",
        "defer",
        "deter",
        "embed",
        "emit",
        "equip",
        "excel",
        "expel",
        "forget",
        "forbid",
        "format",
        "handicap",
        "incur",
        "infer",
        "occur",
        "omit",
        "permit",
        "prefer",
        "program",
        "propel",
        "rebel",
        "recur",
        "refer",
        "regret",
        "repel",
        "submit",
        "transfer",
        "transmit",
        "upset",
        "kidnap",
        "worship",
        "unzip",
        "outfit",
        "abet",
        "abhor",
        "acquit",
        "allot",
        "annul",
        "appal",
        "concur",
        "debug",
        "patrol",
        "propel",
        "input",
        "output",
        "reset",
        "backstab",
    ]
)
"""Verbs of several syllables whose last consonant is doubled."""

_NOUNS = """
man men|woman women|child children|person people|foot feet|tooth teeth|goose geese|mouse mice|louse lice|ox oxen
die dice|penny pence|brother-in-law brothers-in-law|passer-by passers-by
calf calves|half halves|elf elves|self selves|shelf shelves|wolf wolves|leaf leaves|loaf loaves|thief thieves
knife knives|life lives|wife wives|scarf scarves|hoof hooves|sheaf sheaves|wharf wharves
hero heroes|potato potatoes|tomato tomatoes|echo echoes|veto vetoes|torpedo torpedoes|mosquito mosquitoes
volcano volcanoes|cargo cargoes|mango mangoes|embargo embargoes|domino dominoes|buffalo buffaloes
cactus cacti|fungus fungi|nucleus nuclei|stimulus stimuli|radius radii|alumnus alumni|syllabus syllabi
analysis analyses|basis bases|crisis crises|thesis theses|hypothesis hypotheses|oasis oases
axis axes|diagnosis diagnoses
parenthesis parentheses|synthesis syntheses|emphasis emphases|ellipsis ellipses
phenomenon phenomena|criterion criteria|automaton automata|datum data|bacterium bacteria|medium media|stratum strata
index indices|matrix matrices|vertex vertices|appendix appendices|codex codices|larva larvae
alga algae|vertebra vertebrae
quiz quizzes|bus buses|gas gases|iris irises|lens lenses|atlas atlases|stomach stomachs|monarch monarchs
canvas canvases|virus viruses|octopus octopuses|campus campuses|bonus bonuses|status statuses|walrus walruses
movie movies|cookie cookies|pie pies|tie ties|zombie zombies|genie genies|lie lies|house houses|horse horses
nurse nurses|purse purses|bruise bruises|cause causes|clause clauses|vase vases|cheese cheeses|course courses
cache caches|ache aches|headache headaches|shoe shoes|toe toes|canoe canoes
"""
NOUNS = dict(pair.split(" ") for line in _NOUNS.split("\n") if line for pair in line.split("|"))
"""Irregular plurals, by singular; also regular ones that could be taken for others when read backwards."""

PLAIN_NOUNS = frozenset(
    [
        "sheep",
        "deer",
        "fish",
        "salmon",
        "trout",
        "moose",
        "bison",
        "swine",
        "shrimp",
        "squid",
        "aircraft",
        "spacecraft",
        "hovercraft",
        "series",
        "species",
        "means",
        "offspring",
        "headquarters",
        "crossroads",
        "news",
        "information",
        "furniture",
        "luggage",
        "baggage",
        "equipment",
        "money",
        "rice",
        "water",
        "advice",
        "scissors",
        "trousers",
        "pants",
        "jeans",
        "glasses",
        "shorts",
        "tongs",
        "pliers",
        "cattle",
        "police",
        "chess",
        "mathematics",
        "physics",
        "economics",
    ]
)
"""Nouns with one form for both numbers, or with one number only."""
