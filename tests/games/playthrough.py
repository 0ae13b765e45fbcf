"""A game as a text to read: each move with what was told of it, and the board every few moves."""

import numpy as np

from parlour.core.kernel import jump


def playthrough(p, seed, *, every=10, longest=60):
    """Play random moves from `p` and write down what its seats see."""
    lines = [f"{p.game.title}, {p.game.preset_of(p.options)}, {p.options}", f"start: {p.start}", str(p), ""]
    for turn in range(longest):
        if p.is_over:
            break
        seat, legal, before = p.current_player, p.legal_moves, p.view(0)
        move = legal[int(jump(np.uint64(seed), turn)) % len(legal)]
        p.play(move)
        told = p.game.views.tell(before, p.view(0), move)
        what = " ".join([told.kind, *told.cards, *(told.places if p.seats > 1 else ())])
        lines.append(f"{turn + 1:3}. seat {seat}: {move:<5} ({what})  of {grouped(legal)}")
        if (turn + 1) % every == 0:
            lines += ["", p.game.views.diagram(p.view(0)), ""]
    lines += ["", f"result: {p.result}", f"returns: {p.returns}", p.to_json()]
    return "\n".join(lines) + "\n"


def grouped(moves):
    """Write moves with a verb that many share only once."""
    texts, last = [], ""
    for move in moves:
        verb, _, rest = move.partition(" ")
        texts.append(rest if rest and verb == last else move)
        last = verb
    return " ".join(texts)
