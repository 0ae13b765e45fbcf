// arboretum-paths.js: the best path of a species in a garden, as paths.py finds it; for what a card would bring, before it is planted.
// @ts-check

/** @typedef {{card: string, x: number, y: number}} Tree a card, columns east and rows north of the first one */
/** @typedef {{double: number, bonus: number}} Scoring from which length a pure path counts double, and whether ends count */
/** @typedef {{trees: number[], points: number}} Way which trees, in order, and their points */

const value = (/** @type {Tree} */ tree) => Number(tree.card[1]);
const beside = (/** @type {Tree} */ a, /** @type {Tree} */ b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y) === 1;

/**
 * @param {Tree[]} trees @param {string} species @param {Scoring} scoring
 * @returns {Way | null} nothing where there is no path
 */
export function bestPath(trees, species, scoring) {
  const order = trees.map((_, i) => i).sort((i, j) => value(trees[i]) - value(trees[j]));
  const lower = trees.map((tree) => trees.map((_, j) => j).filter((j) => beside(tree, trees[j]) && value(trees[j]) < value(tree)));
  const own = (/** @type {number} */ i) => trees[i].card[0] === species;
  const ends = (/** @type {number} */ first, /** @type {number} */ last) =>
    scoring.bonus * (Number(value(trees[first]) === 1) + 2 * Number(value(trees[last]) === 8));
  /** @type {Way | null} */
  let best = null;
  const take = (/** @type {number[]} */ path, /** @type {number} */ points) => {
    if (path.length > 1 && points > (best?.points ?? 0)) best = { trees: path, points };
  };
  for (const start of order.filter(own)) {
    /** The longest ways from `start`, through all cards and through its own species alone. @type {Map<number, number[]>[]} */
    const [any, pure] = [new Map([[start, [start]]]), new Map([[start, [start]]])];
    for (const i of order) {
      for (const [ways, may] of /** @type {[Map<number, number[]>, boolean][]} */ ([[any, true], [pure, own(i)]]))
        for (const j of lower[i]) {
          const way = ways.get(j);
          if (may && way && i !== start && way.length >= (ways.get(i)?.length ?? 0)) ways.set(i, [...way, i]);
        }
      if (!own(i)) continue;
      const way = any.get(i), plain = pure.get(i);
      if (way) take(way, way.length + ends(start, i));
      if (plain && plain.length >= scoring.double) take(plain, 2 * plain.length + ends(start, i));
    }
  }
  return best;
}

/**
 * What a card at a place would bring: the species whose best path gains most by it.
 * @param {Tree[]} trees @param {Tree} card @param {string[]} all the species in play @param {Scoring} scoring
 * @returns {{species: string, before: number, after: number} | null}
 */
export function gain(trees, card, all, scoring) {
  const brings = all.map((species) => ({
    species,
    before: bestPath(trees, species, scoring)?.points ?? 0,
    after: bestPath([...trees, card], species, scoring)?.points ?? 0,
  }));
  const most = brings.reduce((one, other) => (other.after - other.before > one.after - one.before ? other : one));
  return most.after > most.before ? most : null;
}
