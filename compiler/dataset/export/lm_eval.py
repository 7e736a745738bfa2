"""Tasks for EleutherAI's lm-evaluation-harness, from version 0.4.9: replies are generated, and scored by rspc.

Format: <https://github.com/EleutherAI/lm-evaluation-harness/blob/main/docs/task_guide.md>.
"""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from ...contract import Export, Problem, Shape
from .readme import readme

LOAD = '''\
import json
from pathlib import Path

import datasets
{imports}

FILES = {files}


def load(**settings):
    """Return the problems of each split."""
    folder = Path(__file__).parent
    return {{
        split: datasets.Dataset.from_list(
            [json.loads(line) for line in (folder / file).read_text("utf-8").split("\\n") if line]
        )
        for split, file in FILES.items()
    }}
'''

CODE = '''

def process_results(doc, results):
    """Return the accuracy of a reply: 1 or 0."""
    return {"acc": rspc.score(doc["key"], results[0]).value}
'''

TASK = """\
task: {task}
custom_dataset: !function rspc_{family}_code.load
output_type: generate_until
test_split: {split}
doc_to_text: "{{{{prompt}}}}"
doc_to_target: "{{{{answer}}}}"
process_results: !function rspc_{family}_code.process_results
generation_kwargs:
  until: []
  do_sample: false
  max_gen_toks: 4096
metric_list:
  - metric: acc
    aggregation: mean
    higher_is_better: true
metadata:
  version: {version}
"""

GROUP = """\
group: rspc_{family}
task: {tasks}
aggregate_metric_list:
  - metric: acc
    aggregation: mean
    weight_by_size: true
metadata:
  version: {version}
"""

HOW = """\
    Each split is a task, and `rspc_{family}` is the group of them all:

    ```
    pip install lm-eval
    lm_eval --model hf --model_args pretrained=MODEL --include_path PATH/OF/THIS/FOLDER \\
        --tasks {example} --apply_chat_template --log_samples --output_path results
    ```

    The metric `acc` is the share of replies that commit to the right answer.
    """


def loading(export: Export, imports: str) -> str:
    """Return the code of a function that loads the splits, for the harness's `custom_dataset`."""
    return LOAD.format(imports=imports, files=json.dumps(dict(export.files)))


class LmEval:
    """Tasks for lm-evaluation-harness, one for each split."""

    name: ClassVar[str] = "lm-eval"
    suffix: ClassVar[str] = ".jsonl"
    columns: ClassVar[Mapping[str, Shape]] = {
        "id": "text",
        "prompt": "text",
        "answer": "text",
        "params": "text",
        "key": "text",
    }

    def row(self, problem: Problem) -> Mapping[str, Any]:
        return {
            "id": problem.record["id"],
            "prompt": problem.prompt,
            "answer": problem.reply,
            "params": json.dumps(problem.record["params"], sort_keys=True),
            "key": problem.key,
        }

    def files(self, export: Export) -> Mapping[str, str]:
        family, version = export.family, json.dumps(export.version)
        tasks = {split: f"rspc_{family}_{split}" for split in export.files}
        listed = json.dumps(list(tasks.values()))
        return {
            f"rspc_{family}_code.py": f"{loading(export, 'import rspc')}{CODE}",
            f"rspc_{family}.yaml": GROUP.format(family=family, tasks=listed, version=version),
            **{
                f"{task}.yaml": TASK.format(
                    task=task, family=family, split=json.dumps(split), version=version
                )
                for split, task in tasks.items()
            },
            "README.md": readme(
                export,
                "lm-evaluation-harness",
                HOW.format(family=family, example=next(iter(tasks.values()))),
            ),
        }
