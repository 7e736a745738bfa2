"""Answers that a reply doubts or takes back do not count; thoughts before and after an answer do no harm."""

import pytest

from rspc.compiler.replies import Field, Layout, Part, read_answer, read_answer_or_none

from ....pace import in_time

NODES = Field("node", ("1", "2", "3"))
COLOURS = Field("colour", ("red", "blue"))
PAIRS = Layout("pairs", (Part((NODES, COLOURS), pieces=("", " = ", ""), places=(0, 1)),))
GRID = Layout("grid", (Part((NODES, COLOURS), "colour", row=0, cell=1),), corner="node", whole=True)
OBJECT = Layout("json", (Part((NODES, COLOURS)),))
GIVEN = {
    PAIRS: "1 = red\n2 = blue\n3 = red",
    GRID: "| node | colour |\n|---|---|\n| 1 | red |\n| 2 | blue |\n| 3 | red |",
    OBJECT: '{"1": "red", "2": "blue", "3": "red"}',
}
OTHER = {
    layout: text.replace("2", "9").replace("1", "2").replace("9", "1")
    for layout, text in GIVEN.items()
}

BEFORE = [
    "The following is NOT a solution:",
    "It is not the case that:",
    "Wrong answer:",
    "A common mistake would be:",
    "This is a guess:",
    "I don't know.",
    "It could be:",
    "It could equally well be:",
    "If that is not right, then:",
    "An incorrect solution would be:",
    "The table below is wrong:",
    "Do not answer with this:",
    "It is false that",
    "One trap is to write:",
    "This assignment is invalid:",
    "Anything but this:",
    "I have no idea, maybe this:",
    "Here is an attempt that fails:",
    "If the above is wrong:",
    "I cannot solve this. My best guess:",
    "This is not a valid assignment:",
    "I give up.",
    "Here is a counterexample:",
    "Definitely not:",
    "Not this:",
    "This would violate clue 2:",
    "The opposite of the answer:",
    "An example of a failed attempt:",
    "I doubt that this is right:",
    "A possible answer might be:",
    "The correct answer could be:",
    "A valid solution could be this, but I am guessing:",
    "There may be an error in this:",
    "There may be several mistakes in what I write here:",
    "This is not a good guess:",
]
AFTER = [
    "Wait, that is wrong.",
    "No, this is incorrect. I give up.",
    "Actually, swap the colours of nodes 1 and 2.",
    "But I think this violates the second edge.",
    "This may be wrong.",
    "is a guess",
    "That is not right.",
    "I was wrong.",
    "I made a mistake.",
    "But this is just a guess.",
    "I'm not sure, though.",
    "Hmm, that fails for the last edge.",
    "Scratch that.",
    "Sorry, the table above is incorrect.",
    "This does not satisfy the first clue.",
    "However, it breaks a rule.",
    "Actually, no.",
    "Now exchange the first two.",
    "Ignore the above.",
    "I cannot solve this.",
    "Just kidding.",
    "Oops, this is not a solution.",
    "Edit: this is wrong.",
    "But clue 2 is violated.",
    "None of this is right.",
    "I don't think this is right.",
    "Not really.",
    "Node 1 should be blue instead.",
    "Wrong",
    "Maybe",
    "Nope",
    "Not sure",
    "No, I did not use all of the edges.",
    "No, I did not use the second edge.",
    "No, I made a mistake.",
    "This is not a good guess.",
    "This is not a guess but a mistake.",
    "On second thought, 1 and 2 should be swapped.",
    "I checked the first edge.\n\nThen the second edge.\n\nSo I checked it all.\n\nThe answer above is wrong.",
]
THOUGHTS = [
    "It is not hard to see the solution:",
    "Bob is not next to Cleo, so we get:",
    "First I thought that 1 is blue, but that is impossible. So:",
    "The first attempt was wrong. The correct one:",
    "This is not a difficult puzzle. The answer:",
    "Node 2 cannot be red, because 1 is. Therefore:",
    "Other colourings violate an edge, hence this:",
    "If 1 were blue, then 2 would be red. That is wrong, so 1 is red. We get:",
    "There is no other possibility. So the answer is:",
    "That is not right. Let me correct it:",
    "No two neighbours have the same colour:",
    "I made an error above. Here is the corrected version:",
    "Contrary to my first thought, this is the answer:",
    "One possible solution is:",
    "I do not see any conflict, so the final answer is:",
    "This is not the only solution:",
    "Wrong guesses aside, the final answer is:",
    "We need not check more. The colours are as follows:",
    "Swapping 1 and 2 is wrong, so we keep them. Final answer:",
    "A wrong colour for 1 leads to a conflict, but the following works:",
    "Not all nodes can be red. So I take two colours.",
    "Let me double-check that nothing fails.",
    "Working through the constraints, I don't find any error:",
    "I'll present the final answer, correcting the error above:",
    "Fixing the mistake:",
    "Let me write it without mistakes:",
    "This is where most people make a mistake, but the right answer is:",
    "A solution that doesn't break any rule:",
    "All wrong options are ruled out, leaving:",
    "A valid solution could be:",
    "One correct colouring could be as follows:",
    "There may be several; here is one that could be used:",
    "There might be other valid solutions. Here is one:",
    "This is my answer, not a guess:",
    "I am not guessing:",
]
NOTES = [
    "This fits all clues.",
    "Check: no edge joins two nodes of one colour.",
    "Wait, let me check the second edge: red and blue. It holds.",
    "Actually, this is the right answer.",
    "Any other choice violates an edge.",
    "If 1 were blue, that would be wrong.",
    "Note that 3 cannot be blue, because 2 is.",
    "There may be other solutions.",
    "This is not the only solution.",
    "No edge is violated.",
    "That means no edge fails.",
    "It is not possible to have 1 and 2 both red.",
    "The solution is correct because every edge joins two colours.",
    "Let me know if you want more.",
    "I hope this helps.",
    "So no two neighbours are the same, and the answer is complete.",
    "This is not wrong.",
    "Suppose 1 is blue. That violates the first edge.",
    "I changed 1 from blue to red, because blue fails.",
    "I am sure that it is right.",
    "I'm not sure if there are other solutions.",
    "Done.",
    "It can't be improved.",
    "No, nothing else is needed.",
    "Reverse order also works.",
    "That cannot be wrong.",
    "Change nothing else.",
    "Swapping 1 and 2 would also work.",
    "This doesn't violate anything.",
    "But no edge is violated.",
    "No, I did not use any other constraint.",
    "No, I didn't make any mistakes.",
    "This is not a guess.",
    "Is any edge violated?\nNo",
]


def is_right(layout: Layout, text: str) -> bool:
    found = read_answer(layout, text)
    return not found.problem and found.entries == read_answer(layout, GIVEN[layout]).entries


@pytest.mark.parametrize("layout", GIVEN)
@pytest.mark.parametrize("lead", BEFORE)
def test_an_answer_that_is_disowned_before_does_not_count(layout: Layout, lead: str) -> None:
    for text in (f"{lead}\n{GIVEN[layout]}", f"Let me see.\n\n{lead}\n\n```\n{GIVEN[layout]}\n```"):
        assert read_answer(layout, text).problem, text


@pytest.mark.parametrize("layout", GIVEN)
@pytest.mark.parametrize("tail", AFTER)
def test_an_answer_that_is_taken_back_does_not_count(layout: Layout, tail: str) -> None:
    for text in (
        f"{GIVEN[layout]}\n\n{tail}",
        f"Answer:\n{GIVEN[layout]}\n{tail}",
        f"<answer>{GIVEN[layout]}</answer>\n{tail}",
        f"```\n{GIVEN[layout]}\n```\n{tail}",
    ):
        assert read_answer(layout, text).problem, text


@pytest.mark.parametrize("layout", GIVEN)
@pytest.mark.parametrize("lead", THOUGHTS)
def test_thoughts_before_an_answer_do_no_harm(layout: Layout, lead: str) -> None:
    for text in (
        f"{lead}\n{GIVEN[layout]}",
        f"{lead}\n\n```\n{GIVEN[layout]}\n```\nDone.",
        f"{lead}\nFinal answer:\n{GIVEN[layout]}",
    ):
        assert is_right(layout, text), text


@pytest.mark.parametrize("layout", GIVEN)
@pytest.mark.parametrize("tail", NOTES)
def test_notes_after_an_answer_do_no_harm(layout: Layout, tail: str) -> None:
    for text in (
        f"{GIVEN[layout]}\n\n{tail}",
        f"Answer:\n{GIVEN[layout]}\n\n{tail}",
        f"\\boxed{{{GIVEN[layout]}}}\n\n{tail}" if layout is not OBJECT else GIVEN[layout],
    ):
        assert is_right(layout, text), text


@pytest.mark.parametrize("layout", GIVEN)
@pytest.mark.parametrize(
    "between",
    ["Another valid answer is:", "But it could equally well be:", "If that is not right, then:", "A second answer is:"],
)  # fmt: skip
def test_a_second_answer_does_not_replace_the_first(layout: Layout, between: str) -> None:
    assert read_answer(layout, f"{OTHER[layout]}\n\n{between}\n\n{GIVEN[layout]}").problem


@pytest.mark.parametrize("layout", GIVEN)
@pytest.mark.parametrize(
    "between",
    ["Wait, that is wrong.", "That fails. So:", "No, this is incorrect. Let me try again:", "But edge 2 fails."],
)  # fmt: skip
def test_a_corrected_answer_counts(layout: Layout, between: str) -> None:
    assert is_right(layout, f"{OTHER[layout]}\n\n{between}\n\n{GIVEN[layout]}")


@pytest.mark.parametrize("layout", GIVEN)
@pytest.mark.parametrize(
    "dress", ["<answer>{}</answer>", "\\boxed{{{}}}", "```\n{}\n```", "Answer:\n```\n{}\n```"]
)
def test_an_answer_that_is_repeated_after_it_is_taken_back_does_not_count(
    layout: Layout, dress: str
) -> None:
    given = GIVEN[layout]
    for text in (given, given.replace("\n", ", ")) if layout is PAIRS else (given,):
        reply = f"{dress.format(text)}\n\nThat is wrong. The colouring {text} breaks a rule."
        assert read_answer(layout, reply).problem == "the reply says that the answer is wrong"
        assert is_right(layout, f"{dress.format(text)}\n\nThe colouring {text} breaks no rule.")


NONE = "There is no such colouring."


@pytest.mark.parametrize(
    "tail", [*AFTER[:2], "That is wrong.", "No, there is one.", *AFTER[6:9], "Just kidding."]
)
@pytest.mark.parametrize("lead", ["", "I looked at all edges.\n\n"])
def test_a_sentence_that_is_taken_back_does_not_count(lead: str, tail: str) -> None:
    assert read_answer_or_none(GRID, NONE, f"{lead}{NONE}") is None
    assert read_answer_or_none(GRID, NONE, f"{lead}{NONE} {tail}") is not None
    assert read_answer_or_none(GRID, NONE, f"{lead}{NONE}\n\n{tail}") is not None


def test_a_sentence_as_a_question_does_not_count() -> None:
    assert (
        read_answer_or_none(GRID, NONE, "There is no such colouring? No, there is one.") is not None
    )
    assert read_answer_or_none(GRID, NONE, f"It is false that:\n{NONE}") is not None


@pytest.mark.parametrize(
    "word", ["if this ", "not a ", "that is not ", "wrong ", "no, wait. ", "actually ", "I "]
)
def test_long_words_of_doubt_are_read_quickly(word: str) -> None:
    def read() -> None:
        for layout, given in GIVEN.items():
            read_answer(layout, f"{word * 5_000}\n{given}\n{word * 100_000}")
            read_answer(layout, f"{word * 200_000}\n{given}\n{word}")

    in_time(6, read)
