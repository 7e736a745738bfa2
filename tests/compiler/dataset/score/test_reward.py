"""Rewards, called as each trainer calls them."""

from __future__ import annotations

import pickle
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import rspc
from rspc.compiler.replies import FORMS, has_proof
from rspc.reward import Reward

SPECS = Path(rspc.__file__).parent / "specs"


@cache
def record(name: str = "boardgame") -> dict[str, Any]:
    family = rspc.load(SPECS / f"{name}.rspec")
    return next(own for own in (each.record() for each in family.generate(20)) if has_proof(own))


def proof(own: dict[str, Any]) -> str:
    """Return a reply that names the rules of a record's proof, with the conflicts that it settles."""
    steps = [f"By {', '.join(step['uses'])}." for step in own["proof"] if step["uses"]]
    beaten = [
        f"{step['uses'][-1]} beats {each}."
        for step in own["proof"]
        for each in step.get("beats", ())
    ]
    return " ".join([*steps, *beaten])


def test_trl_passes_texts_or_messages() -> None:
    own = record()
    right = own["answer"]
    messages = [{"role": "assistant", "content": right}]
    parts = [{"role": "assistant", "content": [{"type": "text", "text": right}]}]
    nothing = [{"role": "assistant", "content": None}]
    completions = [right, "no idea", messages, parts, nothing, []]
    keys = [rspc.key(own)] * len(completions)
    found = rspc.reward.trl(
        prompts=["?"] * 6, completions=completions, key=keys, completion_ids=[[1]] * 6
    )
    assert found == [1.0, 0.0, 1.0, 1.0, 0.0, 0.0]
    assert rspc.reward.trl.__name__ == "trl"


def test_trl_passes_the_columns_of_a_dataset_of_ours() -> None:
    own = record()
    columns = {name: [value, value] for name, value in own.items() if name != "prompt"}
    completions = [own["answer"], "no idea"]
    found = rspc.reward.trl(
        prompts=[own["prompt"]] * 2, completions=completions, trainer_state=None, **columns
    )
    assert found == [1.0, 0.0]


def test_a_dataset_without_keys_is_reported() -> None:
    with pytest.raises(rspc.SpecError, match="no column `key`"):
        rspc.reward.trl(completions=["yes"], text=["a"])


def test_verl_calls_by_keyword() -> None:
    own = record()
    found = rspc.reward.compute_score(
        data_source="rspc/boardgame",
        solution_str=f"The answer is {own['answer']}.<|im_end|>\n<|endoftext|>",
        ground_truth=rspc.key(own),
        extra_info={"index": 0},
        reward_router_address=None,
    )
    assert found == 1.0


def test_openrlhf_passes_prompts_with_replies() -> None:
    own = record()
    prompt = f"<|im_start|>user\n{own['prompt']}<|im_end|>\n<|im_start|>assistant\n"
    queries = [
        f"<s>{prompt}{own['answer']}<|im_end|>",
        f"{prompt}I do not know.</s>",
        own["answer"],
    ]
    found = rspc.reward.openrlhf(queries, [prompt, prompt, ""], [rspc.key(own)] * 3)
    assert found["rewards"] == found["scores"] == [1.0, 0.0, 1.0]


@pytest.mark.parametrize("form", FORMS)
def test_the_form_counts_also_for_a_wrong_answer(form: str) -> None:
    own = record()
    key = rspc.key(own, form=form)
    reward = Reward(form=0.25)
    wrong = next(choice for choice in own["choices"] if choice != own["answer"])
    write = FORMS[form].write
    assert reward(key, write(own["answer"])) == 1.0
    assert reward(key, write(wrong)) == 0.25
    assert reward(key, "I cannot say.") == 0.0
    if form != "plain":
        assert reward(key, own["answer"]) == 0.75
        assert reward(key, write(own["answer"]) + write(own["answer"])) == 0.75
        assert reward(key, write("purple")) == 0.0


def test_a_proof_counts_only_with_the_right_answer() -> None:
    own = record()
    key = rspc.key(own, proof=True)
    reward = Reward(proof=0.4)
    wrong = next(choice for choice in own["choices"] if choice != own["answer"])
    assert reward(key, f"{proof(own)}\nAnswer: {own['answer']}") == pytest.approx(1.0)
    assert 0.6 <= reward(key, f"Answer: {own['answer']}") < 1.0
    assert reward(key, f"{proof(own)}\nAnswer: {wrong}") == 0.0


def test_a_key_without_a_proof_is_reported() -> None:
    with pytest.raises(rspc.SpecError, match="has no proof"):
        Reward(proof=0.5)(rspc.key(record()), "yes")


def test_without_a_proof_to_compare_the_answer_counts_in_its_place() -> None:
    own = {**record(), "proof": None}
    assert Reward(proof=0.5)(rspc.key(own, proof=True), own["answer"]) == 1.0


@pytest.mark.parametrize("weights", [(-0.1, 0), (0, 1.1), (0.6, 0.6), (float("nan"), 0)])
def test_weights_are_shares(weights: tuple[float, float]) -> None:
    with pytest.raises(ValueError, match="together at most 1"):
        Reward(*weights)


def test_a_reward_can_be_sent_to_a_worker() -> None:
    reward = pickle.loads(pickle.dumps(Reward(form=0.5).trl))
    own = record()
    assert reward(completions=[own["answer"]], key=[rspc.key(own)]) == [1.0]


@given(st.text(max_size=400), st.floats(0, 0.5), st.floats(0, 0.5))
def test_every_reward_is_between_0_and_1(reply: str, form: float, proof: float) -> None:
    own = record()
    key = rspc.key(own, proof=True, form="boxed")
    assert 0 <= Reward(form, proof)(key, reply) <= 1
    assert Reward()(key, reply) == rspc.score(own, reply).value
