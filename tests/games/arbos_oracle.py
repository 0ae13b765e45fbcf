"""Arbos once more, slowly and plainly, from the written rules alone, to compare the compiled rules with.

It works on the whole position as JSON has it: `legal` lists the moves, `refusal` says why another one is not
among them, `play` returns the position after one, `result` says how a finished game ended. Cells are texts as
in JSON. Nothing is kept beside the position: trees are found by flood fill and free cells by looking around
each one, every time.
"""

from functools import cache
from itertools import combinations

ROWS = "ABCDEFGHIJKLMNOPQRST"
COLOURS = ("white", "black")


# The board


def place(cell):
    """Return row and column of a cell, from 0."""
    return ROWS.index(cell[0]), int(cell[1:]) - 1


def apart(one, other):
    """Return how many rows or columns two cells lie apart, whichever is more."""
    return max(abs(mine - its) for mine, its in zip(place(one), place(other), strict=True))


@cache
def board(size):
    """Return all cells, row by row."""
    return tuple(f"{row}{column + 1}" for row in ROWS[:size] for column in range(size))


@cache
def within(cell, distance):
    """Return the cells of the largest board that lie at most so far apart from a cell, itself included."""
    return {other for other in board(20) if apart(cell, other) <= distance}


@cache
def neighbours(cell):
    """Return the cells of the largest board that touch a cell on a side or corner."""
    return within(cell, 1) - {cell}


@cache
def beside(cell):
    """Return the cells of the largest board that touch a cell on a side."""
    row, column = place(cell)
    return {other for other in neighbours(cell) if row == place(other)[0] or column == place(other)[1]}


# What is asked


def empty(data):
    """Return the cells that neither a pawn nor a seed is on, row by row."""
    taken = {*data["seeds"], *data["white"], *data["black"]}
    return [cell for cell in board(data["options"]["size"]) if cell not in taken]


def trees(pawns):
    """Return the trees as sets of cells, in the order of their oldest pawns."""
    left, found = set(pawns), []
    for pawn in pawns:
        if pawn in left:
            found.append(tree := {pawn})
            edge = {pawn}
            while edge := set().union(*map(neighbours, edge)) & left - tree:
                tree |= edge
            left -= tree
    return found


def linked(data, tree):
    """Return the seeds with a neighbour in a tree."""
    return {seed for seed in data["seeds"] if neighbours(seed) & tree}


def points(data, seat):
    """Count the points of a seat by the option `scoring`."""
    own = [linked(data, tree) for tree in trees(data[COLOURS[seat]])]
    scoring = data["options"]["scoring"]
    if scoring == "total":
        return len(set().union(*own))
    if scoring == "linked_ge2":
        return sum(sum(seed in seeds for seeds in own) >= 2 for seed in data["seeds"])
    if len(own) == 1:
        own.append(set())
    count = {
        "union2": lambda one, other: len(one | other),
        "sum2": lambda one, other: len(one) + len(other),
        "both_pair": lambda one, other: len(one & other),
    }[scoring]
    return max((count(one, other) for one, other in combinations(own, 2)), default=0)


def barred(data, seat):
    """Return the empty cells beside an opponent's pawn, row by row."""
    other = data[COLOURS[1 - seat]]
    return [cell for cell in empty(data) if not beside(cell).isdisjoint(other)]


def open_cells(data, seat):
    """Return the cells where a seat could place a pawn if it were on turn, row by row."""
    own, options = data[COLOURS[seat]], data["options"]
    if len(own) == options["pawns"]:
        return []
    full, closed = len(trees(own)) == options["max_trees"], barred(data, seat)
    return [
        cell for cell in empty(data) if cell not in closed and not (full and neighbours(cell).isdisjoint(own))
    ]


def sites(data):
    """Return the cells where the next seed may lie."""
    spacing = data["options"]["spacing"]
    near = set().union(*(within(seed, spacing - 1) for seed in data["seeds"]))
    return [cell for cell in empty(data) if cell not in near]


def legal(data):
    """Return the texts of all legal moves, in the order of their action ids."""
    if data["phase"] == "over":
        return []
    if data["phase"] == "seeds":
        return [f"*{cell}" for cell in sites(data)]
    cells = open_cells(data, data["current_player"])
    if not cells:
        return ["forced"]
    return cells if data["options"]["must_place"] else [*cells, "pass"]


def refusal(data, move):
    """Return the code of the first reason why a move that is not legal is refused."""
    phase, cell = data["phase"], move.removeprefix("*")
    if phase == "over":
        return "over"
    if (phase == "seeds") != move.startswith("*"):
        return "wrong_phase"
    if move in ("pass", "forced"):
        able = open_cells(data, data["current_player"])
        return "forced" if not able else "must_place" if move == "pass" else "not_forced"
    if cell not in board(data["options"]["size"]):
        return "off_board"
    if phase == "seeds":
        return "occupied" if cell in data["seeds"] else "seed_neighbor"
    return refused_pawn(data, data["current_player"], cell)


def forfeits(data, move):
    """Say whether a move that is not legal loses the game; `pass` for `forced` is but the wrong word."""
    if data["options"]["breach"] == "reject" or data["phase"] == "over" or move == "timeout":
        return False
    return move != "pass" or legal(data) != ["forced"]


def refused_pawn(data, seat, cell):
    """Return why a seat may not place a pawn on a cell of the board."""
    if len(data[COLOURS[seat]]) == data["options"]["pawns"]:
        return "no_pawns_left"
    if cell in (*data["seeds"], *data["white"], *data["black"]):
        return "occupied"
    return "too_many_trees" if beside(cell).isdisjoint(data[COLOURS[1 - seat]]) else "beside_opponent"


def result(data):
    """Return scores, ranks, winners and reason of a game that is over."""
    scores = tuple(points(data, seat) for seat in range(2))
    if data["forfeit"] is not None:
        winners, reason = (1 - data["forfeit"],), "illegal act"
    else:
        winners = tuple(seat for seat in range(2) if scores[seat] > scores[1 - seat])
        reason = "two passes" if data["passes"] == 2 else "no cell left"
    ranks = tuple(1 if not winners or seat in winners else 2 for seat in range(2))
    return scores, ranks, winners, reason


# What happens


def play(data, move):
    """Return the position after a legal move, after `timeout`, or after an illegal one that forfeits."""
    data = data | {name: list(data[name]) for name in ("seeds", *COLOURS)}
    seat, listed = data["current_player"], legal(data)
    if move not in [*listed, "timeout"]:
        return data | {"phase": "over", "current_player": None, "forfeit": seat}
    data["current_player"] = 1 - seat
    if move.startswith("*"):
        data["seeds"].append(move[1:])
        if len(data["seeds"]) == data["options"]["seeds"]:
            data |= {"phase": "play", "current_player": 0}
    elif move in ("pass", "forced", "timeout"):
        data["passes"] += 1
    else:
        data[COLOURS[seat]].append(move)
        data["passes"] = 0
    stuck = data["phase"] == "play" and not any(open_cells(data, who) for who in range(2))
    if data["passes"] == 2 or stuck:
        data |= {"phase": "over", "current_player": None}
    return data
