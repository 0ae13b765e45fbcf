"""Arbos in SGF: what Go programs see of a game, its way back, and what is refused."""

import json
import random
import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf as go
from sgfmill import sgf_moves

import parlour
from parlour.core import face
from parlour.core.reading import from_object
from parlour.games.arbos import sgf, state
from parlour.games.arbos.cells import cell_text

SMALL = {"size": 5, "seeds": 2, "spacing": 2}


def small(**options):
    """A board of 5 x 5 with seeds on A1 and E5."""
    return from_object(
        {
            "game": "arbos",
            "options": {**SMALL, **options},
            "seeds": ["A1", "E5"],
            "white": [],
            "black": [],
            "current_player": 0,
            "phase": "play",
        }
    )


def played(p, *moves):
    for move in moves:
        p.play(move)
    return p


def stuck(**options):
    """Black has placed all five pawns and is on turn; White has one left."""
    return from_object(
        {
            "game": "arbos",
            "options": {"size": 5, "seeds": 0, "pawns": 5, **options},
            "seeds": [],
            "white": ["A1", "A2", "A3", "A4"],
            "black": ["E1", "E2", "E3", "E4", "E5"],
            "current_player": 1,
            "phase": "play",
        }
    )


def back(p):
    return sgf.read(sgf.write(p))


def assert_same(q, p):
    assert q == p
    assert (q.history, q.moves, q.options, q.result) == (p.history, p.moves, p.options, p.result)
    assert q.restart() == p.restart()
    assert sgf.write(q) == sgf.write(p)


# What Go programs see


def test_a_whole_file():
    p = played(small(), "A2", "E4", "pass", "C3", "timeout", "pass")
    assert sgf.write(p, ("Heron", "Stork")).replace("\n", "") == (
        "(;FF[4]ARBOS[1]CA[UTF-8]GM[1]"
        'OPTIONS[{"size":5,"seeds":2,"spacing":2,"placement":"random","late_seed":"random","max_trees":3,'
        '"pawns":80,"scoring":"union2","must_place":false,"breach":"reject","colours":"weaker_white"}]'
        "PB[Stork]PHASE[play]PL[W]PW[Heron]RE[Draw]RU[Arbos, own rules]SEEDS[aa][ee]SQ[aa][ee]SZ[5]"
        ";SQ[aa][ee]W[ba];B[de]SQ[aa][ee];KIND[pass]SQ[aa][ee]W[];B[cc]SQ[aa][ee]"
        ";KIND[timeout]SQ[aa][ee]W[];B[]KIND[pass]SQ[aa][ee])"
    )


@pytest.mark.parametrize(("cell", "point"), [("C14", "nc"), ("N3", "cn"), ("A1", "aa"), ("T20", "tt")])
def test_a_cell_is_written_column_first(cell, point):
    p = played(parlour.new("arbos", seeds=0), cell)
    assert sgf.write(p).endswith(f";W[{point}])\n")
    assert back(p).moves == (cell,)


@pytest.mark.parametrize(
    ("options", "rules"),
    [({}, "standard"), ({"preset": "later"}, "later"), ({"scoring": "sum2"}, "own rules")],
)
def test_the_rules_are_named(options, rules):
    assert f"RU[Arbos, {rules}]" in sgf.write(parlour.new("arbos", seed=1, **options))


def result_of(p):
    found = re.search(r"RE\[(.*?)\]", sgf.write(p))
    return found and found[1]


def test_results():
    ends = ("pass", "pass")
    assert result_of(played(small(), "A2", "C4")) is None
    assert result_of(played(small(), "C3", *ends)) == "Draw"
    assert result_of(played(small(), "A2", *ends)) == "W+1"
    assert result_of(played(small(), "C3", "E4", *ends)) == "B+1"
    assert result_of(played(small(scoring="both_pair"), "A2", *ends)) == "Draw"
    assert result_of(played(small(breach="forfeit"), "A2", "A2")) == "W+F"
    assert result_of(played(small(breach="forfeit"), "A2", "E4", "forced")) == "B+F"


def test_a_longer_win_by_the_scoring():
    p = small(seeds=3)
    s = {**p.to_dict(), "seeds": ["A1", "A5", "E1"], "white": ["A2", "A4", "D1"], "black": []}
    assert result_of(played(from_object(s), "pass", "pass")) == "W+2"
    s["options"]["scoring"] = "total"
    assert result_of(played(from_object(s), "pass", "pass")) == "W+3"


def go_board(text):
    """Colours by cell, as a program of Go has them at the end."""
    found = go.Sgf_game.from_bytes(text.encode())
    board, moves = sgf_moves.get_setup_and_moves(found)
    for colour, point in moves:
        if point is not None:
            board.play(*point, colour)
    last = found.get_size() - 1
    stones = {(row, column): colour for colour, (row, column) in board.list_occupied_points()}
    return {cell_text((last - row) * 20 + column): colour for (row, column), colour in stones.items()}


# Games of all kinds


def random_play(p, rng, longest):
    """Play at random: passes by the clock too, and an illegal act at the end of some strict games."""
    for _ in range(longest):
        if p.is_over:
            return p
        act = rng.choice(p.legal_actions)
        if p.game.kernels.admits(p.states, state.TIMEOUT) and rng.random() < 0.1:
            act = state.TIMEOUT
        elif p.options.breach == "forfeit" and rng.random() < 0.01:
            act = rng.randrange(state.ACTIONS)
        p.play(act)
    return p


@st.composite
def positions(draw):
    options = {
        "preset": draw(st.sampled_from(["standard", "later", "original"])),
        "size": draw(st.sampled_from([5, 6, 9, 13, 20])),
    }
    for option in parlour.game("arbos").described_options:
        if option.name not in ("size", "seeds") and draw(st.booleans()):
            options[option.name] = draw(st.sampled_from(option.values))
    if draw(st.booleans()):
        options["seeds"] = 2 * draw(st.integers(0, 3))
    try:
        p = parlour.new("arbos", seed=draw(st.integers(0, 9)), **options)
    except parlour.OptionsError:
        p = parlour.new("arbos", seed=1, size=7, placement="interactive", breach="forfeit")
    rng = random.Random(draw(st.integers(0, 10**6)))
    random_play(p, rng, draw(st.sampled_from([0, 3, 20, 900])))
    if draw(st.booleans()):
        p = random_play(from_object(p.to_dict()), rng, 5)
    for _ in range(draw(st.integers(0, 2))):
        if p.can_undo:
            p.undo()
    return p


@settings(max_examples=150, deadline=None)
@given(positions())
def test_a_game_comes_back_as_it_was(p):
    assert_same(back(p), p)


@settings(max_examples=30, deadline=None)
@given(positions())
def test_a_program_of_go_sees_the_pawns(p):
    white, black = p.view().players
    if not p.view().seeds and 25 in (len(white.pawns), len(black.pawns)):
        return  # one colour fills the board
    assert go_board(sgf.write(p)) == dict.fromkeys(white.pawns, "w") | dict.fromkeys(black.pawns, "b")


def test_the_longest_game_is_short_enough():
    p = parlour.new("arbos", seed=2, seeds=40, pawns=200, max_trees=8)
    while not p.is_over:
        free = state.PASS in p.legal_actions and p.history[-1:] != (state.PASS,)
        p.play(state.PASS if free else p.legal_actions[0])
    text = sgf.write(p, ("]" * 1000, "\\" * 1000))
    assert len(p.history) > 300 and len(text) / len(p.history) * 801 < sgf._MOST
    assert_same(sgf.read(text), p)


# Passes, illegal acts, seeds, starts


def test_passes_keep_their_kind():
    p = played(stuck(must_place=True), "forced", "timeout")
    assert p.moves == ("forced", "timeout")
    assert_same(back(p), p)


@pytest.mark.parametrize("act", ["A2", "E5", "*C3", "T20", "forced"])
def test_an_illegal_act_comes_back(act):
    p = played(small(breach="forfeit"), "A2", "E4", act)
    assert p.result.reason == "illegal act"
    assert f"ACT[{act}]" in sgf.write(p)
    assert_same(back(p), p)


def test_a_forced_pass_is_no_breach_whatever_it_is_called():
    p = stuck(breach="forfeit")
    with pytest.raises(parlour.IllegalMove, match="written 'forced'"):
        p.play(state.PASS)
    p.play("pass")
    assert p.moves[-1] == "forced"
    assert_same(back(p), p)


@pytest.mark.parametrize("moves", [(), ("*A1",), ("*A1", "*C9", "*E5"), ("*A1", "*A1"), ("*A1", "C3")])
def test_a_game_broken_off_while_seeds_are_put(moves):
    p = parlour.new("arbos", size=9, preset="original")
    q = back(played(p, *moves))
    assert_same(q, p)
    assert q.moves == moves


def test_seeds_that_players_put_are_moves_again():
    p = played(parlour.new("arbos", size=9, preset="original", seeds=3), "*A1", "*C9", "*E5", "A2", "pass")
    text = sgf.write(p)
    assert "SEEDS[aa][ic][ee]" in text and "PUT[3]" in text
    assert_same(sgf.read(text), p)
    q = played(from_object(played(p.restart(), "*A1").to_dict()), "*C9")
    assert "PL[W]" in sgf.write(q)
    assert (
        "PUT[1]" in sgf.write(q) and back(q).moves == ("*C9",) and back(q).restart().view().seeds == ("A1",)
    )


def test_moves_taken_back_are_not_in_it():
    p = played(small(), "A2", "E4")
    p.undo()
    assert_same(back(p), played(small(), "A2"))


def begun(**fields):
    return from_object({**small(breach="forfeit").to_dict(), **fields})


STARTS = {
    "pawns": lambda: begun(white=["C3", "A2"], black=["E4"], current_player=1),
    "one pass": lambda: begun(white=["C3"], passes=1, current_player=1),
    "two passes": lambda: begun(white=["C3"], passes=2, current_player=None, phase="over"),
    "forfeited": lambda: begun(white=["C3"], forfeit=0, current_player=None, phase="over"),
    "fewer seeds": lambda: begun(seeds=["E5"]),
    "nobody can place": lambda: begun(
        options={"size": 5, "seeds": 0, "pawns": 1},
        seeds=[],
        white=["A1"],
        black=["E5"],
        current_player=None,
        phase="over",
    ),
    "forfeited with a seed": lambda: from_object(
        {
            **parlour.new("arbos", size=9, preset="original").to_dict(),
            "seeds": ["A1"],
            "phase": "over",
            "forfeit": 1,
            "current_player": None,
        }
    ),
}


@pytest.mark.parametrize("name", STARTS)
def test_games_that_begin_from_a_position(name):
    p = STARTS[name]()
    assert_same(back(p), p)
    if not p.is_over:
        assert_same(back(played(p.copy(), "pass")), played(p.copy(), "pass"))


def test_pawns_at_the_start_are_set_up():
    text = sgf.write(STARTS["pawns"]())
    assert "AW[cc][ba]" in text and "AB[de]" in text and "PL[B]" in text
    assert go_board(text) == {"C3": "w", "A2": "w", "E4": "b"}


# Names


@given(st.lists(st.text(max_size=100), max_size=2))
def test_names_come_back(names):
    p = small()
    found = sgf.record(sgf.write(p, names)).names
    tidy = [" ".join(name.encode("utf-8", "replace").decode().split()) for name in names]
    while tidy and not tidy[-1]:
        tidy.pop()
    assert found == tuple(tidy)
    assert sgf.write(p, found) == sgf.write(p, names)


def test_a_name_that_utf_8_cannot_write():
    assert sgf.record(sgf.write(small(), ("\ud800", "Stork"))).names == ("?", "Stork")


def test_a_name_is_cut():
    assert sgf.record(sgf.write(small(), ("x" * 500,))).names == ("x" * 100,)


# Refusals


@cache
def file(name="plain"):
    """A file that is read, by name."""
    match name:
        case "strict":
            return sgf.write(played(small(breach="forfeit"), "A2", "E4", "A1"))
        case "seeds":
            p = parlour.new("arbos", size=9, preset="original", seeds=3)
            return sgf.write(played(p, "*A1", "*C9"))
        case "begun":
            return sgf.write(STARTS["one pass"]())
    return sgf.write(played(small(), "A2", "E4", "pass", "C3"), ("Heron", "Stork"))


def changed(old, new, name="plain"):
    assert old in file(name)
    return file(name).replace(old, new, 1)


BAD = {
    "nothing": (lambda: "", "begins with (;"),
    "no SGF": (lambda: "hello", "begins with (;"),
    "a record": (lambda: small().record().to_json(), "begins with (;"),
    "bytes": (lambda: b"\xff\xfe(;", "UTF-8"),
    "half a character": (lambda: "(;C[\ud800])", "UTF-8"),
    "junk before": (lambda: "x" + file(), "begins with (;"),
    "more junk before": (lambda: ";" + file(), "begins with (;"),
    "junk after": (lambda: file() + "x", "after the game stands 'x'"),
    "cut off": (lambda: file()[:-20], "this is not SGF"),
    "huge": (lambda: file() + " " * 300_000, "no SGF of Arbos has more"),
    "endless values": (lambda: "(;" + "FF[4]" * 50_000, "this is not SGF"),
    "nested": (lambda: "(;FF[4]" * 30_000 + ")" * 30_000, "variations"),
    "two games": (lambda: file() + file(), "more than one game"),
    "variations": (lambda: changed(")\n", "(;W[bb])(;W[bc]))"), "variations"),
    "a game of Go": (lambda: "(;FF[4]GM[1]SZ[19];B[pd];W[dd])", "ARBOS is missing"),
    "another game": (lambda: "(;FF[4]GM[2])", "GM is '2'"),
    "an old format": (lambda: changed("FF[4]", "FF[3]"), "FF is '3'"),
    "another encoding": (lambda: changed("CA[UTF-8]", "CA[latin-1]"), "CA is 'latin-1'"),
    "without format": (lambda: changed("FF[4]", ""), "lacks FF"),
    "a newer form": (lambda: changed("ARBOS[1]", "ARBOS[2]"), "ARBOS is '2'"),
    "two forms": (lambda: changed("ARBOS[1]", "ARBOS[1][1]"), "ARBOS is '1 1'"),
    "another size": (lambda: changed("SZ[5]", "SZ[19]"), "SZ is '19', and the option size in OPTIONS is 5"),
    "a huge size": (lambda: changed("SZ[5]", "SZ[25]"), "SZ is '25', and it must be a number from 0 to 20"),
    "an endless size": (
        lambda: changed('"size":5', '"size":' + "9" * 5000),
        "OPTIONS cannot be read",
    ),
    "half a letter as size": (lambda: changed('"size":5', '"size":"\\\\ud800"'), "OPTIONS cannot be read"),
    "a word as size": (lambda: changed('"size":5', '"size":"5"'), "SZ is '5', and the option size"),
    "an endless number": (lambda: changed('"pawns":80', '"pawns":' + "9" * 5000), "OPTIONS cannot be read"),
    "no size": (lambda: changed("SZ[5]", ""), "SZ is missing"),
    "no options": (lambda: re.sub(r"OPTIONS\[.*?\]", "", file()), "OPTIONS is missing"),
    "options cut off": (lambda: changed('r_white"}', "r_white"), "OPTIONS cannot be read"),
    "deep options": (
        lambda: re.sub(r"OPTIONS\[.*?\]", "OPTIONS[{" + '"a":{' * 20_000 + "]", file()),
        "OPTIONS cannot",
    ),
    "an option's value": (lambda: changed('"union2"', '"all"'), "the option scoring is"),
    "an unknown option": (lambda: changed('{"size"', '{"komi":6,"size"'), "no option 'komi'"),
    "an option less": (lambda: changed('"pawns":80,', ""), "OPTIONS of the root is"),
    "no phase": (lambda: changed("PHASE[play]", ""), "PHASE is missing"),
    "an unknown phase": (lambda: changed("PHASE[play]", "PHASE[end]"), "phase must be"),
    "no player": (lambda: changed("PL[W]", ""), "PL is missing"),
    "a third player": (lambda: changed("PL[W]", "PL[G]"), "PL is 'G', and it must be W or B"),
    "another player": (lambda: changed("PL[W]", "PL[B]"), "move 1 is W, but B is on turn"),
    "no seeds": (lambda: changed("SEEDS[aa][ee]", ""), "SEEDS is missing"),
    "seeds off the board": (
        lambda: changed("SEEDS[aa][ee]", "SEEDS[aa][ff]"),
        "seeds: 'F6' is no cell of this board",
    ),
    "seeds in no cell": (lambda: changed("SEEDS[aa][ee]", "SEEDS[aa][e]"), "SEEDS: 'e' is no cell"),
    "seeds side by side": (lambda: changed("SEEDS[aa][ee]", "SEEDS[aa][ab]"), "A1 and B1 are neighbours"),
    "other marks": (lambda: changed("SQ[aa][ee]", "SQ[aa]"), "SQ of the root is 'aa', but it is 'aa ee'"),
    "no marks": (lambda: changed(";B[de]SQ[aa][ee]", ";B[de]"), "move 2 lacks SQ"),
    "other rules": (lambda: changed("own rules", "standard"), "RU of the root is"),
    "another result": (lambda: changed("PL[W]", "PL[W]RE[W+1]"), "the root has 'RE'"),
    "a comment": (lambda: changed("W[ba]", "W[ba]C[good]"), "move 1 has 'C'"),
    "occupied": (lambda: changed("B[de]", "B[ba]"), "move 2 (A2): A2 is taken"),
    "beside the opponent": (lambda: changed("B[de]", "B[ca]"), "move 2 (A3): A3 touches"),
    "off the board": (lambda: changed("B[de]", "B[ff]"), "move 2 (F6): F6 is not on this board"),
    "no cell": (lambda: changed("B[de]", "B[d1]"), "move 2: 'd1' is no cell"),
    "tt as a pass": (lambda: changed("W[]", "W[tt]"), "move 3 (T20): T20 is not on this board"),
    "two moves of one colour": (lambda: changed("B[de]", "W[de]"), "move 2 is W, but B is on turn"),
    "two moves in a node": (lambda: changed("B[de]", "B[de]W[ee]"), "move 2 must have one"),
    "a move twice": (lambda: changed("B[de]", "B[de][cc]"), "move 2 must have one"),
    "no move": (lambda: changed("B[de]", ""), "move 2 must have one"),
    "stones set up later": (lambda: changed("B[de]", "AB[de]"), "move 2 has AB: only the root"),
    "a pass of no kind": (lambda: changed("KIND[pass]", ""), "move 3 is a pass, and its KIND must be"),
    "a pass of another kind": (
        lambda: changed("KIND[pass]", "KIND[bored]"),
        "move 3 is a pass, and its KIND must be",
    ),
    "a pass not forced": (
        lambda: changed("KIND[pass]", "KIND[forced]"),
        "move 3 (forced): you can place a pawn",
    ),
    "a pawn with a kind": (lambda: changed("B[de]", "B[de]KIND[pass]"), "move 2 has 'KIND'"),
    "after the end": (
        lambda: changed(")\n", ";W[]KIND[pass];B[]KIND[pass];W[bb])", file()),
        "move 7 comes after the end",
    ),
    "an illegal act": (lambda: changed("B[de]", "ACT[A2]"), "move 2 (the act A2): A2 is taken"),
    "an illegal move in a strict game": (
        lambda: changed("ACT[A1]", "W[aa]", "strict"),
        "move 3 (A1): A1 is taken",
    ),
    "a legal act as illegal": (
        lambda: changed("ACT[A1]", "ACT[C3]", "strict"),
        "is legal here, so it stands as W or B",
    ),
    "a pass by the clock as illegal": (
        lambda: changed("ACT[A1]", "ACT[timeout]", "strict"),
        "timeout is legal here",
    ),
    "an act that is none": (lambda: changed("ACT[A1]", "ACT[A01]", "strict"), "move 3: 'A01' is no act"),
    "another forfeit": (lambda: changed("B+F", "W+F", "strict"), "RE of the root is 'W+F', but it is 'B+F'"),
    "more seeds put than there are": (
        lambda: changed("PUT[2]", "PUT[3]", "seeds"),
        "PUT is '3', and it must be",
    ),
    "seeds put and not counted": (lambda: changed("PUT[2]", "", "seeds"), "PUT is missing"),
    "seeds put side by side": (lambda: changed("SEEDS[aa][ic]", "SEEDS[aa][bb]", "seeds"), "B2 is too near"),
    "out of time while seeds are put": (
        lambda: changed(")\n", ";W[]KIND[timeout])", "seeds"),
        "move 1 (timeout): seeds are being put",
    ),
    "two phases": (lambda: changed("PHASE[play]", "PHASE[play][over]"), "PHASE has 2 values"),
    "another phase": (lambda: changed("PHASE[seeds]", "PHASE[play]", "seeds"), "the root has 'PUT'"),
    "a bad pass count": (lambda: changed("PASSES[1]", "PASSES[3]", "begun"), "PASSES is '3'"),
    "pawns side by side": (lambda: changed("AW[cc]", "AW[cc]AB[cd]", "begun"), "are side by side"),
    "a forfeit that never was": (lambda: changed("PASSES[1]", "FORFEIT[W]", "begun"), "forfeit must be null"),
    "a rectangle of pawns": (lambda: changed("AW[cc]", "AW[cc:dd]", "begun"), "AW: 'cc:dd' is no cell"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_we_did_not_write_is_refused_with_one_sentence(name):
    make, reason = BAD[name]
    text = make()
    with pytest.raises(parlour.RecordError) as refusal:
        sgf.read(text)
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value) and len(str(refusal.value)) < 400


def test_another_game_is_not_written():
    with pytest.raises(parlour.PositionError, match="not for Golf"):
        sgf.write(parlour.new("golf", deal=1))


def test_spaces_and_marks_of_editors_do_no_harm():
    text = "\ufeff \n" + file().replace("]", "]\r\n").replace(";", " ; ")
    assert sgf.record(text) == sgf.record(file()) == sgf.record(file().encode())


@given(st.binary() | st.text() | st.text("(;)[]\\WBabtSZ 4").map("(;".__add__))
def test_garbage_is_refused(text):
    with pytest.raises(parlour.RecordError):
        sgf.read(text)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["plain", "strict", "seeds", "begun"]),
    st.integers(0, 700),
    st.integers(0, 12),
    st.text("()[];:\\ WBKINDPUTSacde0159*{}\"'", max_size=6) | st.text(max_size=3),
)
def test_a_damaged_file_is_refused_or_harmless(name, at, length, instead):
    text = file(name)
    damaged = text[:at] + instead + text[at + length :]
    try:
        found = sgf.record(damaged)
    except parlour.RecordError:
        return
    undamaged = sgf.record(text)
    if found.options == undamaged.options:
        assert (found.start, found.events) == (undamaged.start, undamaged.events)
    else:  # a digit less or more, such as 8 pawns for 80: another game, and a sound one
        assert found.events == undamaged.events
        assert sgf.record(sgf.write(found.replay(), found.names)).events == found.events


# Files in general


def test_an_exported_file_loads(tmp_path):
    p = played(small(), "A2", "E4")
    path = tmp_path / "game.SGF"
    path.write_text(p.export(".sgf", ("Heron",)), encoding="utf-8")
    record = parlour.load(path)
    assert record.names == ("Heron",) and record.replay() == p and record.replay().moves == p.moves
    assert json.loads(record.to_json())["events"][0]["move"] == "A2"


def test_any_case_of_a_suffix():
    assert small().export(".SGF") == sgf.write(small())


def test_a_game_without_a_format_says_so():
    with pytest.raises(parlour.PositionError, match=r"^Golf is not written as '\.sgf', but as JSON$"):
        parlour.new("golf", deal=1).export(".sgf")
    with pytest.raises(parlour.PositionError, match=r"but as \.sgf or JSON$"):
        small().export(".pgn")


class OtherFormat:
    """A format with the same suffix, of a game that reads nothing."""

    def record(self, text):
        raise parlour.RecordError("this is no Other")


def test_a_suffix_of_two_games(tmp_path, monkeypatch):
    monkeypatch.setattr(parlour.game("golf"), "files", {".sgf": OtherFormat()})
    monkeypatch.setattr(face, "games", lambda: (parlour.game("golf"), parlour.game("arbos")))
    path = tmp_path / "game.sgf"
    path.write_text(file(), encoding="utf-8")
    assert parlour.load(path).replay() == sgf.read(file())
    path.write_text("(;GM[1])", encoding="utf-8")
    with pytest.raises(parlour.RecordError, match=r"^this is no Other; ARBOS is missing"):
        parlour.load(path)
