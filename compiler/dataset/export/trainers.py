"""Data for reinforcement learning: TRL, verl, OpenRLHF and NeMo Gym."""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from ...contract import MESSAGES, Export, Problem, Shape
from .readme import readme, splits_to_train_and_test


class Trl:
    """Data for the trainers of TRL: a conversational prompt and a key."""

    name: ClassVar[str] = "trl"
    suffix: ClassVar[str] = ".jsonl"
    columns: ClassVar[Mapping[str, Shape]] = {"prompt": MESSAGES, "key": "text"}

    def row(self, problem: Problem) -> Mapping[str, Any]:
        return {"prompt": problem.messages, "key": problem.key}

    def files(self, export: Export) -> Mapping[str, str]:
        train, _ = splits_to_train_and_test(export)
        how = f"""\
            ```python
            from datasets import load_dataset
            from rspc.reward import Reward
            from trl import GRPOConfig, GRPOTrainer

            trainer = GRPOTrainer(
                model="MODEL",
                reward_funcs=Reward(form=0.1).trl,
                train_dataset=load_dataset("json", data_files="{train}", split="train"),
                args=GRPOConfig(output_dir="out", max_completion_length=2048),
            )
            trainer.train()
            ```

            `rspc.reward.trl` is the reward for the answer alone.
            """
        return {"README.md": readme(export, "TRL", how)}


class Verl:
    """Data for verl, with its reward function."""

    name: ClassVar[str] = "verl"
    suffix: ClassVar[str] = ".parquet"
    columns: ClassVar[Mapping[str, Shape]] = {
        "data_source": "text",
        "prompt": MESSAGES,
        "ability": "text",
        "reward_model": {"style": "text", "ground_truth": "text"},
        "extra_info": {"split": "text", "index": "integer", "id": "text"},
    }

    def row(self, problem: Problem) -> Mapping[str, Any]:
        record = problem.record
        return {
            "data_source": f"rspc/{record['family']}",
            "prompt": problem.messages,
            "ability": "reasoning",
            "reward_model": {"style": "rule", "ground_truth": problem.key},
            "extra_info": {
                "split": problem.split,
                "index": record["index"],
                "id": record["id"],
            },
        }

    def files(self, export: Export) -> Mapping[str, str]:
        train, test = splits_to_train_and_test(export)
        how = f"""\
            ```
            python -m verl.trainer.main_ppo \\\\
                data.train_files=PATH/OF/THIS/FOLDER/{train} data.val_files=PATH/OF/THIS/FOLDER/{test} \\\\
                reward.custom_reward_function.path=PATH/OF/THIS/FOLDER/reward.py …
            ```

            Older versions of verl call the setting `custom_reward_function.path`.
            """
        code = '''\
"""The reward of a reply, from 0 to 1. `Reward(form=0.1).compute_score` also rewards the form of the answer."""

from rspc.reward import compute_score

__all__ = ["compute_score"]
'''
        return {"reward.py": code, "README.md": readme(export, "verl", how)}


class OpenRlhf:
    """Data for OpenRLHF, with its reward function."""

    name: ClassVar[str] = "openrlhf"
    suffix: ClassVar[str] = ".jsonl"
    columns: ClassVar[Mapping[str, Shape]] = {"input": MESSAGES, "label": "text"}

    def row(self, problem: Problem) -> Mapping[str, Any]:
        return {"input": problem.messages, "label": problem.key}

    def files(self, export: Export) -> Mapping[str, str]:
        train, _ = splits_to_train_and_test(export)
        how = f"""\
            ```
            python -m openrlhf.cli.train_ppo_ray \\\\
                --data.prompt_dataset PATH/OF/THIS/FOLDER/{train} --data.input_key input --data.label_key label \\\\
                --data.apply_chat_template --reward.remote_url PATH/OF/THIS/FOLDER/reward_func.py …
            ```
            """
        code = '''\
"""The rewards of replies, from 0 to 1, as OpenRLHF wants them."""

import torch
from rspc.reward import openrlhf


def reward_func(queries, prompts, labels, **others):
    found = openrlhf(queries, prompts, labels)
    return {
        "rewards": torch.tensor(found["rewards"]),
        "scores": torch.tensor(found["scores"]),
        "extra_logs": found["extra_logs"],
    }
'''
        return {"reward_func.py": code, "README.md": readme(export, "OpenRLHF", how)}


class NemoGym:
    """Data and a resources server for NVIDIA NeMo Gym."""

    name: ClassVar[str] = "nemo-gym"
    suffix: ClassVar[str] = ".jsonl"
    columns: ClassVar[Mapping[str, Shape]] = {
        "id": "text",
        "responses_create_params": {"input": MESSAGES},
        "key": "text",
    }

    def row(self, problem: Problem) -> Mapping[str, Any]:
        return {
            "id": problem.record["id"],
            "responses_create_params": {"input": problem.messages},
            "key": problem.key,
        }

    def files(self, export: Export) -> Mapping[str, str]:
        train, test = splits_to_train_and_test(export)
        name = f"rspc_{export.family}"
        code = '''\
"""A resources server that scores replies."""

import rspc
from nemo_gym.base_resources_server import (
    BaseResourcesServerConfig,
    BaseVerifyRequest,
    BaseVerifyResponse,
    SimpleResourcesServer,
)


class VerifyRequest(BaseVerifyRequest):
    key: str


class VerifyResponse(VerifyRequest, BaseVerifyResponse):
    answer: str
    reason: str


class ReasoningProblems(SimpleResourcesServer):
    config: BaseResourcesServerConfig

    async def verify(self, body: VerifyRequest) -> VerifyResponse:
        found = rspc.score(body.key, body.response.output_text)
        told = {"answer": found.answer, "reason": found.reason}
        return VerifyResponse(**body.model_dump(), reward=found.value, **told)


if __name__ == "__main__":
    ReasoningProblems.run_webserver()
'''
        sets = "".join(
            f"""
      - name: {kind}
        type: {kind}
        jsonl_fpath: resources_servers/{name}/{file}
        num_repeats: 1
        license: Apache 2.0"""
            for kind, file in (("train", train), ("validation", test))
        )
        config = f"""\
{name}:
  resources_servers:
    {name}:
      entrypoint: app.py
      domain: other
      verified: false
      description: {json.dumps(f"Problems of {export.family} with certified labels")}

{name}_simple_agent:
  responses_api_agents:
    simple_agent:
      entrypoint: app.py
      resources_server:
        type: resources_servers
        name: {name}
      model_server:
        type: responses_api_models
        name: policy_model
      datasets:{sets}
"""
        model = "responses_api_models/openai_model/configs/openai_model.yaml"
        how = f"""\
            Copy this folder to `resources_servers/{name}` in a clone of NeMo Gym, and name `configs/{name}.yaml` in
            `config_paths`:

            ```
            ng_run "+config_paths=[resources_servers/{name}/configs/{name}.yaml,{model}]"
            ```
            """
        return {
            "app.py": code,
            f"configs/{name}.yaml": config,
            "requirements.txt": f"-e nemo-gym[dev] @ ../../\nrspc=={export.rspc}\n",
            "README.md": readme(export, "NeMo Gym", how),
        }
