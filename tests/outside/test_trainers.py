"""What trains models takes our problems and rewards: Reasoning Gym, Verifiers, TRL and verl."""

from __future__ import annotations

import asyncio
import importlib.util
from pathlib import Path
from typing import Any

import pytest

import rspc as package

from .conftest import rspc

pytestmark = [pytest.mark.outside, pytest.mark.filterwarnings("default")]


def test_reasoning_gym_mixes_families_with_its_own_datasets() -> None:
    gym = pytest.importorskip("reasoning_gym")
    from reasoning_gym.composite import DatasetSpec
    from reasoning_gym.factory import DATASETS, get_score_answer_fn

    import rspc.integrations.reasoning_gym as own

    own.register()  # a second time changes nothing
    assert {"rspc", "rspc_flight", "rspc_boardgame"} <= set(DATASETS)
    tagged = {"family": "knights", "params": {"size": 3}, "answer_format": "tag"}
    mixed = gym.create_dataset(
        "composite",
        size=20,
        seed=42,
        datasets=[
            DatasetSpec(name="rspc_flight", weight=1, config={"level": 1}),
            DatasetSpec(name="rspc", weight=1, config=tagged),
            DatasetSpec(name="leg_counting", weight=1, config={}),
        ],
    )
    entries = list(mixed)
    assert {each["metadata"]["source_dataset"] for each in entries} == {
        "rspc_flight",
        "rspc",
        "leg_counting",
    }
    assert [mixed.score_answer(each["answer"], each) for each in entries] == [1.0] * 20
    assert [mixed.score_answer("no idea", each) for each in entries] == [0.0] * 20
    for each in entries:
        if (name := each["metadata"]["source_dataset"]) != "leg_counting":
            assert get_score_answer_fn(name)(answer=each["answer"], entry=each) == 1
    again = gym.create_dataset("rspc_flight", seed=3, size=2)
    assert again[1] == gym.create_dataset("rspc_flight", seed=3, size=2)[1]


def test_verifiers_takes_tasks_and_rewards() -> None:
    vf = pytest.importorskip("verifiers.v1")
    from rspc.integrations.verifiers import RspcConfig, RspcTaskset

    taskset = RspcTaskset(RspcConfig(family="flight", level=1, seed=5, answer_format="boxed"))
    assert not taskset.bounded
    tasks = list(taskset.take(20))
    assert len({task.data.id for task in tasks}) == 20

    async def rewards(replies: list[str]) -> list[float]:
        found = []
        for task, reply in zip(tasks, replies, strict=True):
            (reward,) = task.hooks("reward")
            found.append(await reward(trace=Reply(reply)))
        return found

    assert asyncio.run(rewards([task.data.answer for task in tasks])) == [1.0] * 20
    assert asyncio.run(rewards(["no idea"] * 20)) == [0.0] * 20
    assert vf.Taskset in type(taskset).__mro__


class Reply:
    """What a reward reads of a trace."""

    def __init__(self, text: str) -> None:
        self.last_reply = text


def test_trl_takes_a_step(flights: Path, tmp_path: Path) -> None:
    """GRPO on the CPU, with a tiny model made from a configuration and a tokenizer made from the prompts."""
    trl = pytest.importorskip("trl")
    datasets = pytest.importorskip("datasets")
    rspc("export", flights, "trl", "-o", tmp_path / "out", "--answer-format", "boxed")
    rows = datasets.load_dataset(
        "json",
        data_files=str(tmp_path / "out/train.jsonl"),
        split="train",
        cache_dir=str(tmp_path / "cache"),
    )
    prompts = [package.record(r)["prompt"] for r in package.records(flights, "train")]
    tokenizer, model = tiny(prompts)
    seen: list[float] = []

    def reward(prompts: Any, completions: Any, **columns: Any) -> list[float]:
        found = package.reward.Reward(form=0.5).trl(prompts, completions, **columns)
        seen.extend(found)
        return found

    settings = trl.GRPOConfig(
        output_dir=str(tmp_path / "model"),
        per_device_train_batch_size=2,
        num_generations=2,
        max_completion_length=8,
        max_steps=1,
        use_cpu=True,
        report_to=[],
        save_strategy="no",
    )
    trainer = trl.GRPOTrainer(
        model=model,
        reward_funcs=[package.reward.trl, reward],
        args=settings,
        train_dataset=rows,
        processing_class=tokenizer,
    )
    trainer.train()
    assert trainer.state.global_step == 1
    assert len(seen) == 2
    assert all(0 <= value <= 1 for value in seen)


def tiny(prompts: list[str]) -> tuple[Any, Any]:
    """Return a tokenizer of words, and an untrained model."""
    import tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    made = tokenizers.Tokenizer(tokenizers.models.WordLevel(unk_token="<unk>"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    special = ["<unk>", "<pad>", "<eos>"]
    trainer = tokenizers.trainers.WordLevelTrainer(vocab_size=500, special_tokens=special)
    made.train_from_iterator(prompts, trainer)
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=made, unk_token="<unk>", pad_token="<pad>", eos_token="<eos>"
    )
    tokenizer.chat_template = "{% for m in messages %}{{ m['content'] }} {% endfor %}"
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=1,
        num_attention_heads=2,
        max_position_embeddings=4096,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    return tokenizer, LlamaForCausalLM(config)


def test_verl_rewards_replies_with_its_own_manager(flights: Path, tmp_path: Path) -> None:
    """verl loads `compute_score` from the exported file, and its reward manager calls it for a batch."""
    pytest.importorskip("verl")
    import numpy
    import torch
    from omegaconf import OmegaConf
    from verl import DataProto
    from verl.trainer.ppo.reward import get_custom_reward_fn
    from verl.workers.reward_manager.naive import NaiveRewardManager

    parquet = pytest.importorskip("pyarrow.parquet")
    rspc("export", flights, "verl", "-o", tmp_path / "out")
    own = {"path": str(tmp_path / "out/reward.py"), "name": "compute_score"}
    compute_score = get_custom_reward_fn(
        OmegaConf.create({"reward": {"custom_reward_function": own}})
    )
    rows = parquet.read_table(tmp_path / "out/test.parquet").to_pylist()
    answers = [record["answer"] for record in package.records(flights, "test")]
    replies = [answer if at % 2 else "no idea" for at, answer in enumerate(answers)]
    tokenizer, _ = tiny([*replies, "no idea"])
    encoded = [tokenizer.encode(reply) for reply in replies]
    longest = max(map(len, encoded))
    responses = [ids + [tokenizer.pad_token_id] * (longest - len(ids)) for ids in encoded]
    masks = [[1] + [1] * len(ids) + [0] * (longest - len(ids)) for ids in encoded]
    batch = DataProto.from_dict(
        tensors={
            "prompts": torch.zeros((len(rows), 1), dtype=torch.long),
            "responses": torch.tensor(responses),
            "attention_mask": torch.tensor(masks),
        },
        non_tensors={
            name: numpy.array([row[name] for row in rows], dtype=object)
            for name in ("data_source", "reward_model", "extra_info")
        },
    )
    manager = NaiveRewardManager(tokenizer, 0, compute_score=compute_score)
    rewards = manager(batch).sum(dim=1).tolist()
    assert rewards == [float(at % 2) for at in range(len(rows))]


def test_verl_calls_the_reward_by_keyword(flights: Path, tmp_path: Path) -> None:
    """verl loads `compute_score` from the exported file, and passes the columns of a row by keyword."""
    parquet = pytest.importorskip("pyarrow.parquet")
    rspc("export", flights, "verl", "-o", tmp_path / "out")
    spec = importlib.util.spec_from_file_location("custom_module", tmp_path / "out/reward.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    rows = parquet.read_table(tmp_path / "out/test.parquet").to_pylist()
    records = [*package.records(flights, "test")]
    for row, record in zip(rows, records, strict=True):
        for reply, wanted in ((record["answer"], 1.0), ("no idea", 0.0)):
            found = module.compute_score(
                data_source=row["data_source"],
                solution_str=reply,
                ground_truth=row["reward_model"]["ground_truth"],
                extra_info={**row["extra_info"], "num_turns": None, "rollout_reward_scores": {}},
            )
            assert found == wanted
