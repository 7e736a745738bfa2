"""Word forms, as tables: what the rules give is what English has."""

from __future__ import annotations

import pytest

from rspc.compiler.language import english
from rspc.compiler.text.english import morphology


def table(text: str) -> list[tuple[str, str]]:
    pairs = [pair.strip().split(" : ") for pair in text.replace("\n", " | ").split(" | ")]
    return [(pair[0], pair[1]) for pair in pairs if pair != [""]]


THIRD = table("""
attack : attacks | watch : watches | push : pushes | kiss : kisses | fix : fixes | buzz : buzzes | quiz : quizzes
carry : carries | play : plays | buy : buys | go : goes | do : does | have : has | be : is | undergo : undergoes
veto : vetoes | die : dies | tie : ties | see : sees | agree : agrees | cache : caches | ache : aches | use : uses
write : writes | blorp : blorps | wump : wumps | zish : zishes | fly : flies | say : says
attack the fields of : attacks the fields of | be afraid of : is afraid of | have a lot of : has a lot of
""")

BASE_ONLY = table("""
vies : vie | unties : untie | catches : catch | passes : pass | tries : try | discuss : discuss | focuses : focus
eats : eat | loses : lose | raises : raise | needs : need | owes the : owe the
""")

PAST = table("""
attack : attacked | stop : stopped | plan : planned | visit : visited | admit : admitted | prefer : preferred
offer : offered | carry : carried | play : played | write : wrote | go : went | eat : ate
read : read | panic : panicked
love : loved | agree : agreed | die : died | fix : fixed | snow : snowed | quit : quit
rewrite : rewrote | undo : undid
overtake : overtook | mistake : mistook | outrun : outran | withdraw : withdrew | be : was | travel : traveled
chase the cat : chased the cat | blorp : blorped | zib : zibbed | help : helped | bury : buried | hug : hugged
think : thought | bring : brought | fly : flew | hold : held | know : knew | tell : told | keep : kept | leave : left
""")

PAST_PARTICIPLE = table("""
take : taken | write : written | see : seen | buy : bought | drink : drunk | stop : stopped | be : been
""")

PARTICIPLE = table("""
attack : attacking | write : writing | stop : stopping | die : dying | tie : tying | be : being | see : seeing
dye : dyeing | agree : agreeing | visit : visiting | begin : beginning | run : running | play : playing
panic : panicking | fix : fixing | offer : offering | use : using | attack the fields of : attacking the fields of
quit : quitting | zib : zibbing | lie : lying | have : having | carry : carrying
""")

PLURAL = table("""
dog : dogs | box : boxes | church : churches | bush : bushes | class : classes | city : cities
day : days | man : men
woman : women | fireman : firemen | human : humans | German : Germans | child : children
person : people | foot : feet
tooth : teeth | mouse : mice | goose : geese | wolf : wolves | knife : knives | leaf : leaves
thief : thieves | roof : roofs
chief : chiefs | hero : heroes | photo : photos | piano : pianos | potato : potatoes | bus : buses | gas : gases
virus : viruses | analysis : analyses | crisis : crises | phenomenon : phenomena
criterion : criteria | index : indices
vertex : vertices | cactus : cacti | stimulus : stimuli | sheep : sheep | fish : fish
series : series | species : species
quiz : quizzes | monarch : monarchs | stomach : stomachs | movie : movies | house : houses
horse : horses | ox : oxen
wumpus : wumpuses | blorp : blorps | red dog : red dogs | man of the house : men of the house
shoe : shoes | lens : lenses
cup of tea : cups of tea | point in time : points in time | life : lives | axis : axes | zebra : zebras | tie : ties
""")

ARTICLES = table("""
apple : an | dog : a | hour : an | honest man : an | heir : an | honour : an | house : a | university : a | union : a
unicorn : a | uniform : a | unit : a | European : a | ewe : a | one-way ticket : a
once-over : a | user : a | use : a
usual : a | utensil : a | umbrella : an | uncle : an | unusual : an | unimportant : an | uninvited guest : an
unintended : an | unidentified : an | utter : an | ugly : an | idea : an | egg : an | owl : an
orange : an | only : an
one : a | Ukrainian : a | Ugandan : a | urn : an | uranium : a | MBA : an | FBI agent : an
NASA engineer : a | UFO : a
US citizen : a | X-ray : an | SOS : an | CEO : a | HTML page : an | NATO member : a | LP : an
8 : an | 11 : an | 18 : an
80 : an | 800 : an | 8-day trip : an | 1 : a | 100 : a | 110 : a | 1,100 : a | 11,000 : an
18,000 : an | 10 : a | 5 : a
eulogy : a | historic : a | hotel : a | yes : a | year : a | wumpus : a | A : an | B : a | F : an | U : a
""")

NUMBERS = [
    (0, "zero", "0th"), (1, "one", "first"), (2, "two", "second"), (3, "three", "third"), (5, "five", "fifth"),
    (8, "eight", "eighth"), (9, "nine", "ninth"), (12, "twelve", "twelfth"), (13, "thirteen", "thirteenth"),
    (20, "twenty", "twentieth"), (21, "twenty-one", "twenty-first"), (40, "forty", "fortieth"),
    (99, "ninety-nine", "ninety-ninth"), (100, "100", "100th"), (101, "101", "101st"), (111, "111", "111th"),
    (112, "112", "112th"), (1022, "1,022", "1,022nd"), (-3, "-3", "-3rd"),
]  # fmt: skip


@pytest.mark.parametrize(("word", "form"), THIRD)
def test_third_person_and_back(word: str, form: str) -> None:
    assert morphology.third(word) == form
    assert morphology.base(form) == word


@pytest.mark.parametrize(("form", "word"), BASE_ONLY)
def test_base(form: str, word: str) -> None:
    assert morphology.base(form) == word


@pytest.mark.parametrize(("word", "form"), PAST)
def test_past(word: str, form: str) -> None:
    assert morphology.past(word) == form


@pytest.mark.parametrize(("word", "form"), PARTICIPLE)
def test_participle(word: str, form: str) -> None:
    assert morphology.participle(word) == form


@pytest.mark.parametrize(("word", "form"), PLURAL)
def test_plural_and_back(word: str, form: str) -> None:
    assert morphology.plural(word) == form
    assert morphology.singular(form) == word


@pytest.mark.parametrize(("phrase", "article"), ARTICLES)
def test_article(phrase: str, article: str) -> None:
    assert morphology.with_article(phrase) == f"{article} {phrase}"


@pytest.mark.parametrize(("amount", "cardinal", "ordinal"), NUMBERS)
def test_numbers(amount: int, cardinal: str, ordinal: str) -> None:
    assert english().number(amount) == cardinal
    assert english().ordinal(amount) == ordinal


@pytest.mark.parametrize(
    ("text", "form"), [("", ""), ("a dog", "A dog"), ("$5", "$5"), ("élan", "Élan")]
)
def test_capital(text: str, form: str) -> None:
    assert morphology.capital(text) == form
    assert len(THIRD) + len(PAST) + len(PARTICIPLE) + len(PLURAL) + len(ARTICLES) > 200


@pytest.mark.parametrize(("verb", "form"), THIRD + PAST + PARTICIPLE + PAST_PARTICIPLE)
def test_a_form_goes_back_to_its_base(verb: str, form: str) -> None:
    assert verb.split()[0] in morphology.bases(form.split()[0])


@pytest.mark.parametrize("word", ["thing", "red", "string", "bed", "sing"])
def test_no_base_is_made_of_what_is_none(word: str) -> None:
    assert morphology.bases(word) == {word}
