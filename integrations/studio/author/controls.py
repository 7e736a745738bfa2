"""Parameters as controls, as HTML: sliders for ranges, menus for listed values, boxes for truth values."""

from ....compiler.view import safe
from .messages import Choice, Described, Knob

WIDEST = 400
"""Up to how many whole numbers a range has a slider beside its box."""


def controls(described: Described, choice: Choice) -> str:
    """Draw the parameters of a family with their values."""
    own = [knob for knob in described.knobs if not knob.is_wording]
    wording = [knob for knob in described.knobs if knob.is_wording]
    return _group("Problem", own, choice) + _group("Wording", wording, choice)


def presets(described: Described, choice: Choice) -> str:
    """Draw the options of the menu of presets and levels."""
    drawn = [_option("", "as declared", choice.preset)]
    if described.levels:
        options = (_option(each, f"level {each}", choice.preset) for each in described.levels)
        drawn.append(f'<optgroup label="Levels">{"".join(options)}</optgroup>')
    if described.presets:
        options = (_option(each, each, choice.preset) for each in described.presets)
        drawn.append(f'<optgroup label="Presets">{"".join(options)}</optgroup>')
    return "".join(drawn)


def splits(described: Described, choice: Choice) -> str:
    """Draw the options of the menu of splits."""
    all_words = _option("", "all words", choice.split)
    return all_words + "".join(_option(each, each, choice.split) for each in described.splits)


def wordings(described: Described, wording: tuple[str, str] | None) -> str:
    """Draw the options of the menu of other wordings: each value of each parameter that changes words alone."""
    now = "=".join(wording) if wording else ""
    drawn = []
    for knob in described.knobs:
        values = knob.members or (("true", "false") if knob.kind == "bool" else ())
        if knob.is_wording and values:
            options = (
                _option(f"{knob.name}={each}", f"{knob.name} {each}", now) for each in values
            )
            drawn.append(f'<optgroup label="{safe(knob.name)}">{"".join(options)}</optgroup>')
    return "".join(drawn)


def _option(value: str, text: str, chosen: str) -> str:
    mark = " selected" if value == chosen else ""
    return f'<option value="{safe(value)}"{mark}>{safe(text)}</option>'


def _group(title: str, knobs: list[Knob], choice: Choice) -> str:
    if not knobs:
        return ""
    drawn = "".join(_knob(knob, choice.params.get(knob.name)) for knob in knobs)
    return f'<fieldset class="knobs"><legend>{title}</legend>{drawn}</fieldset>'


def _knob(knob: Knob, given: str | None) -> str:
    value = knob.value if given is None else given
    name, about = safe(knob.name), safe(knob.about or knob.name)
    changed = " changed" if given is not None and given != knob.value else ""
    return (
        f'<div class="knob{changed}" data-knob-row="{name}"><label for="knob-{name}" title="{about}">{name}</label>'
        f'{_control(knob, value)}<button type="button" class="quiet reset" data-reset="{name}" '
        f'title="back to {safe(knob.value)}" aria-label="set {name} back to {safe(knob.value)}"'
        f"{'' if changed else ' hidden'}>↺</button></div>"
    )


def _control(knob: Knob, value: str) -> str:
    named = f'id="knob-{safe(knob.name)}" data-knob="{safe(knob.name)}" title="{safe(knob.about)}"'
    members = knob.members or (("true", "false") if knob.kind == "bool" else ())
    if members:
        return f"<select {named}>{''.join(_option(each, each, value) for each in members)}</select>"
    if knob.kind in ("int", "float"):
        bounds = f'min="{safe(knob.low)}" max="{safe(knob.high)}"' if knob.low else ""
        step = "1" if knob.kind == "int" else "any"
        box = f'<input type="number" {named} {bounds} step="{step}" value="{safe(value)}">'
        if _has_slider(knob):
            fine = "1" if knob.kind == "int" else f"{(float(knob.high) - float(knob.low)) / 100:g}"
            return (
                f'<input type="range" data-slider="{safe(knob.name)}" aria-label="{safe(knob.name)}" {bounds} '
                f'step="{fine}" value="{safe(value)}">{box}'
            )
        return box
    return f'<input type="text" {named} value="{safe(value)}" spellcheck="false">'


def _has_slider(knob: Knob) -> bool:
    if not knob.low or not knob.high:
        return False
    return knob.kind == "float" or int(knob.high) - int(knob.low) <= WIDEST
