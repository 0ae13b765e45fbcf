"""The form that opens a table for several: what its fields hold, and which options somebody changed there."""

from collections.abc import Mapping

import msgspec

from parlour.core.options import GameOptions


def option_words(options: GameOptions) -> dict[str, str]:
    """Return the value of each option as a form sends it: "true", "20", "random"."""
    return {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in msgspec.structs.asdict(options).items()
    }


def given_options(presets: Mapping[str, GameOptions], typed: Mapping[str, str]) -> dict[str, str]:
    """Return the options that a sent form changes, by name.

    Its fields were filled from the preset that it calls `drawn`: what still is as there follows whichever
    preset was chosen, and a box without a tick, which sends nothing, is false. A form without `drawn` changes
    what it names.
    """
    drawn = presets.get(typed.get("drawn", ""))
    usual = option_words(drawn) if drawn is not None else {}
    known = next(iter(presets.values())).__struct_fields__
    sent = {name: typed.get(name, "false" if usual.get(name) == "true" else None) for name in known}
    return {name: value for name, value in sent.items() if value is not None and value != usual.get(name)}
