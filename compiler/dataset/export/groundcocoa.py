"""The task `groundcocoa` of lm-evaluation-harness, with other problems: five options, of which one is right.

The columns are those of the dataset `harsh147/GroundCocoa`; prompts, choices and metric are the harness's own.
"""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from ...contract import Export, Problem, Shape, Unsuitable
from .lm_eval import loading
from .readme import readme

LETTERS = "ABCDE"

IMPORTS = "from lm_eval.tasks.groundcocoa.utils import process_docs  # noqa: F401"

TASK = """\
task: {task}
custom_dataset: !function groundcocoa_{family}_code.load
output_type: multiple_choice
test_split: {split}
process_docs: !function groundcocoa_{family}_code.process_docs
doc_to_text: "{{{{criteria}}}}"
doc_to_target: gold
doc_to_choice: choices
target_delimiter: ""
metric_list:
  - metric: acc
    aggregation: mean
    higher_is_better: true
metadata:
  version: {version}
"""

HOW = """\
    Each split is a task. Its prompts, choices and metric are those of the task `groundcocoa` that the harness has:

    ```
    pip install lm-eval
    lm_eval --model hf --model_args pretrained=MODEL --include_path PATH/OF/THIS/FOLDER --tasks {example}
    ```
    """


class GroundCocoa:
    """The task `groundcocoa` of lm-evaluation-harness, for five options of which one is right."""

    name: ClassVar[str] = "groundcocoa"
    suffix: ClassVar[str] = ".jsonl"
    columns: ClassVar[Mapping[str, Shape]] = {
        "id": "text",
        "query": "text",
        **{f"Option {letter}": "text" for letter in LETTERS},
        "Answer": "text",
    }

    def row(self, problem: Problem) -> Mapping[str, Any]:
        record = problem.record
        options = {option["label"]: option["text"] for option in record["options"] or ()}
        if record["task"] != "choice" or list(options) != list(LETTERS):
            raise Unsuitable("it needs a choice between five options, A to E")
        if record["answer"] not in options:
            raise Unsuitable("more than one of its options are right")
        if len(problem.messages) > 1 or problem.reply != record["answer"]:
            raise Unsuitable(
                "its prompts are the harness's own, with no worked problems and no form of answers"
            )
        return {
            "id": record["id"],
            "query": record["context"],
            **{f"Option {letter}": text for letter, text in options.items()},
            "Answer": record["answer"],
        }

    def files(self, export: Export) -> Mapping[str, str]:
        family = export.family
        tasks = {split: f"groundcocoa_{family}_{split}" for split in export.files}
        return {
            f"groundcocoa_{family}_code.py": loading(export, IMPORTS),
            **{
                f"{task}.yaml": TASK.format(
                    task=task,
                    family=family,
                    split=json.dumps(split),
                    version=json.dumps(export.version),
                )
                for split, task in tasks.items()
            },
            "README.md": readme(
                export, "lm-evaluation-harness", HOW.format(example=next(iter(tasks.values())))
            ),
        }
