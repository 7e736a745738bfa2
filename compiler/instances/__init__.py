"""The parts of generating an instance: groups and attempts, growth, sentences, the record."""

from .canaries import canary
from .drops import Drop, observe_drops
from .groups import Attempt, Dropped, Exhausted, Groups, Kept, Memory
from .growth import grow, open_scene, sample_statements
from .instance import Instance, Option, canonical_json, worked_example
from .membership import check_members
from .metrics import all_metrics, family_measures, figures, plain_params, with_class_figures
from .posing import Prepared, check_shared, keep, pose_all
from .prompts import (
    Arrangement,
    Passage,
    PromptFault,
    arrange,
    join_passages,
    own_sentences,
    prompt_faults,
    prompt_spans,
    shown_beside,
    shown_examples,
    with_gatherings,
    with_grids,
)
from .renaming import names_of, rename_draft
from .sentences import (
    OF_WORDS,
    group_sentences,
    introduce_rules,
    misread,
    number_sentences,
    preamble,
    question_notes,
    say_all,
    shown_ids,
    with_background,
    with_question,
    with_wording,
    without_background,
)
from .setting import Known, Setting
from .shared import scene_for_all
from .written_out import statement_spans, written_draft, written_scene

__all__ = [
    "OF_WORDS",
    "Arrangement",
    "Attempt",
    "Drop",
    "Dropped",
    "Exhausted",
    "Groups",
    "Instance",
    "Kept",
    "Known",
    "Memory",
    "Option",
    "Passage",
    "Prepared",
    "PromptFault",
    "Setting",
    "all_metrics",
    "arrange",
    "canary",
    "canonical_json",
    "check_members",
    "check_shared",
    "family_measures",
    "figures",
    "group_sentences",
    "grow",
    "introduce_rules",
    "join_passages",
    "keep",
    "misread",
    "names_of",
    "number_sentences",
    "observe_drops",
    "open_scene",
    "own_sentences",
    "plain_params",
    "pose_all",
    "preamble",
    "prompt_faults",
    "prompt_spans",
    "question_notes",
    "rename_draft",
    "sample_statements",
    "say_all",
    "scene_for_all",
    "shown_beside",
    "shown_examples",
    "shown_ids",
    "statement_spans",
    "with_background",
    "with_class_figures",
    "with_gatherings",
    "with_grids",
    "with_question",
    "with_wording",
    "without_background",
    "worked_example",
    "written_draft",
    "written_scene",
]
