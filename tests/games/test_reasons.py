"""Why a move is good: positions made by hand where the truth is known, and games where all has words."""

import msgspec
import pytest

import parlour
from parlour import draw
from parlour.games._seats.people import Who
from parlour.games.arboretum import reasons as arboretum
from parlour.games.arboretum.view import Tree
from parlour.games.splendor import reasons as splendor
from parlour.games.splendor.cards import BONUS, COLOURS, COST, NOBLE_COST, POINTS
from parlour.search import advice

replace = msgspec.structs.replace
PEOPLE = tuple(Who(seat, name) for seat, name in enumerate(("Ada", "Ben", "Cem", "Dua")))


def kinds(found) -> dict:
    return {one.kind: one for one in found}


# Splendor


def splendor_view(**players):
    """The table of a new game where seats "a" and "b" have something."""
    view = parlour.new("splendor", seats=2, seed=3).view(0)
    seats = [
        replace(player, **players.get(name, {})) for player, name in zip(view.players, "ab", strict=True)
    ]
    return replace(view, players=tuple(seats))


def slot_of(view, wanted) -> tuple[str, int]:
    """The first place on the table, from the top, whose card is as wanted."""
    for level in (2, 1, 0):
        for slot, card in enumerate(view.table[level]):
            if wanted(card):
                return f"{level + 1}{slot + 1}", card
    raise AssertionError("no such card")


def test_splendor_names_the_card_that_tokens_bring_into_reach():
    card = int(POINTS.argmax())
    first = int(COST[card].argmax())
    have = [int(n) for n in COST[card]]
    for short in (2, 3):
        have[first] = int(COST[card, first]) - short
        empty = (None,) * 4
        view = replace(splendor_view(a={"tokens": (*have, 0)}), table=(empty, empty, (card, *empty[1:])))
        found = kinds(splendor.reasons(view, view, f"take {COLOURS[first] * 2}"))
        assert list(found) == ["reach" if short == 2 else "nearer"]
        (reason,) = found.values()
        assert (reason.cards, reason.numbers) == ((str(card),), (1,))


def test_splendor_counts_a_noble_that_comes_and_one_that_is_near():
    view = splendor_view()
    place, card = slot_of(view, lambda card: any(NOBLE_COST[t, BONUS[card]] for t in view.nobles))
    tile = next(t for t in view.nobles if NOBLE_COST[t, BONUS[card]])
    bonuses = [int(n) for n in NOBLE_COST[tile]]
    bonuses[BONUS[card]] -= 1
    view = splendor_view(a={"bonuses": tuple(bonuses), "points": 12.0})
    found = kinds(splendor.reasons(view, view, f"buy {place}"))
    assert found["noble"].numbers == (tile,)
    assert found["goal"].numbers == (12 + POINTS[card] + 3,)
    bonuses[next(c for c in range(5) if bonuses[c] and c != BONUS[card])] -= 1
    view = splendor_view(a={"bonuses": tuple(bonuses)})
    found = kinds(splendor.reasons(view, view, f"buy {place}"))
    assert "noble" not in found and found["near_noble"].numbers == (1, tile)


def test_splendor_says_from_whom_a_card_is_kept():
    view = splendor_view()
    place, card = slot_of(view, lambda card: POINTS[card] >= 3)
    rich = {"tokens": (*(int(n) for n in COST[card]), 0)}
    able = splendor_view(b=rich)
    assert kinds(splendor.reasons(able, able, f"reserve {place}"))["deny"].seats == (1,)
    winning = splendor_view(b={**rich, "points": 12.0})
    found = kinds(splendor.reasons(winning, winning, f"reserve {place}"))
    assert found["deny_goal"].numbers == (12 + POINTS[card],)
    assert "deny" not in kinds(splendor.reasons(view, view, f"reserve {place}"))


# Arboretum


def arboretum_view(hand, mine=(), theirs=(), piles=((), ()), known=()):
    """A seat that is to plant, with this hand; the other has seven cards, of which some are known."""
    view = parlour.new("arboretum", seats=2, seed=3).view(0)
    trees = [tuple(Tree(card, 0, column) for column, card in enumerate(line)) for line in (mine, theirs)]
    one, other = view.players
    players = (
        replace(one, hand=hand, known=(), discard=piles[0], arboretum=trees[0]),
        replace(other, known=known, discard=piles[1], arboretum=trees[1]),
    )
    return replace(view, players=players, player=0)


def test_arboretum_counts_the_points_that_a_tree_brings():
    view = arboretum_view(("a5", "c1"), mine=("a2", "b3"))
    found = kinds(arboretum.reasons(view, view, "play a5"))
    assert (found["path"].numbers, found["path"].places) == ((3,), ("a",)), "a2, b3, a5"
    assert "path" not in kinds(arboretum.reasons(view, view, "play c1"))
    placed = replace(view, phase="place", selected="c1")
    assert "path" not in kinds(arboretum.reasons(placed, placed, "at N01C00"))


def test_arboretum_knows_when_a_right_is_sure_and_when_it_would_be_lost():
    view = arboretum_view(("a7", "a6", "b2"), piles=((), ("a8",)), mine=("a1", "a2", "a3"))
    found = kinds(arboretum.reasons(view, view, "draw B"))
    assert found["secure"].numbers == (21, 9), "8, 7 and 6 against 5 and 4"
    view = arboretum_view(("a7", "a6", "b2"), mine=("a1", "a2", "a3", "a8"))
    assert kinds(arboretum.reasons(view, view, "discard a7"))["loses"].numbers == (6, 16)
    view = arboretum_view(("a7", "a6", "b2"), mine=("a1", "a2", "a3", "a8", "a4"))
    assert kinds(arboretum.reasons(view, view, "play a6"))["still"].numbers == (7, 5)
    assert "loses" in kinds(arboretum.reasons(view, view, "discard a6")), "another could take it"


def test_arboretum_sees_a_1_that_takes_an_8_out_and_what_the_other_could_plant():
    view = arboretum_view(("b2",), piles=((), ("a1",)), known=("a8",))
    assert kinds(arboretum.reasons(view, view, "draw B"))["cancel"].seats == (1,)
    view = arboretum_view(("a6", "b2"), theirs=("a3", "c5"), piles=((), ("a7",)))
    assert kinds(arboretum.reasons(view, view, "draw B"))["deny"].numbers == (3,), "a3, c5, a7"
    assert kinds(arboretum.reasons(view, view, "discard a6"))["gives"].numbers == (3,)
    assert "harmless" in kinds(arboretum.reasons(view, view, "discard b2"))


# Arbos


def arbos(*moves):
    """A small board with a seed on D2 and one on D7, after moves."""
    position = parlour.new("arbos", size=9, seeds=2, placement="interactive", colours="chosen")
    for move in ("*D2", "*D7", *moves):
        position.play(move)
    return position


def test_arbos_counts_seeds_merged_trees_and_cells_that_are_closed():
    start = arbos()
    found = kinds(advice.reasons(start, "D3"))
    assert (found["points"].numbers, found["points"].places) == ((1, 1), ("D2",))
    assert found["blocks"].seats == (1,)
    apart = arbos("B3", "H8", "B5", "H6")
    assert kinds(advice.reasons(apart, "B4"))["merge"].numbers == (2,)
    assert kinds(advice.reasons(arbos("B3", "C6"), "E6"))["points"].places == ("D7",)


# All games


@pytest.mark.parametrize(("game", "seats"), [("splendor", 3), ("arboretum", 3), ("arbos", 2)])
def test_reasons_depend_on_nothing_hidden_and_all_have_words(game, seats):
    options = {"size": 9} if game == "arbos" else {}
    position, told = parlour.new(game, seats=seats, seed=5, **options), set()
    kernels = position.game.kernels
    while not position.is_over and len(position.history) < 160:
        seat = position.current_player
        worlds = [position.determinize(seat, seed) for seed in (0, 1)]
        for move in position.legal_moves[:: 1 + len(position.legal_moves) // 6]:
            one, other = (advice.reasons(world, move) for world in worlds)
            assert one == other
            for reason in one:
                told.add(reason.kind)
                assert draw.because(game, "en", reason, PEOPLE), reason
            assert draw.option(game, "en", advice.option(worlds[0], move), PEOPLE)
        position.play(int(kernels.policy(position._states, position._acts, position._count)))
    assert len(told) >= 5
