"""Conversations: prompts for any chat model, and worked proofs for supervised fine-tuning."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ...contract import MESSAGES, Export, Problem, Shape, Unsuitable
from .readme import readme, splits_to_train_and_test


class Chat:
    """Prompts as messages, with the right answer and a key."""

    name: ClassVar[str] = "chat"
    suffix: ClassVar[str] = ".jsonl"
    columns: ClassVar[Mapping[str, Shape]] = {
        "id": "text",
        "messages": MESSAGES,
        "answer": "text",
        "key": "text",
    }

    def row(self, problem: Problem) -> Mapping[str, Any]:
        return {
            "id": problem.record["id"],
            "messages": problem.messages,
            "answer": problem.reply,
            "key": problem.key,
        }

    def files(self, export: Export) -> Mapping[str, str]:
        _, test = splits_to_train_and_test(export)
        how = f"""\
            Send `messages` to a model, and score its reply with `key`:

            ```python
            import json
            import rspc

            for line in open("{test}", encoding="utf-8"):
                row = json.loads(line)
                reply = ask_your_model(row["messages"])
                print(row["id"], rspc.score(row["key"], reply).value)
            ```
            """
        return {"README.md": readme(export, "chat models", how)}


class Sft:
    """Conversations for supervised fine-tuning, which end with the worked proof and the answer."""

    name: ClassVar[str] = "sft"
    suffix: ClassVar[str] = ".jsonl"
    columns: ClassVar[Mapping[str, Shape]] = {"messages": MESSAGES}

    def row(self, problem: Problem) -> Mapping[str, Any]:
        if not problem.solution:
            raise Unsuitable("it has no proof in words")
        reply = {"role": "assistant", "content": problem.solution}
        return {"messages": (*problem.messages, reply)}

    def files(self, export: Export) -> Mapping[str, str]:
        train, _ = splits_to_train_and_test(export)
        how = f"""\
            Each line has the conversation to learn, in `messages`. With TRL:

            ```python
            from datasets import load_dataset
            from trl import SFTConfig, SFTTrainer

            trainer = SFTTrainer(
                model="MODEL",
                train_dataset=load_dataset("json", data_files="{train}", split="train"),
                args=SFTConfig(output_dir="out"),
            )
            trainer.train()
            ```
            """
        return {"README.md": readme(export, "supervised fine-tuning", how)}
