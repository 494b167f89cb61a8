/** A row's index on each side; absent where that side does not have it. */
interface Places {
  readonly base?: number;
  readonly mine?: number;
  readonly theirs?: number;
}

function isInBaseOrder(rows: readonly Places[], side: "mine" | "theirs"): boolean {
  const shared = rows.filter((row) => row.base !== undefined && row[side] !== undefined);
  shared.sort((a, b) => (a.base ?? 0) - (b.base ?? 0));
  return shared.every((row, index) => index === 0 || (row[side] ?? 0) > (shared[index - 1]?.[side] ?? 0));
}

/**
 * The order of merged rows: that of the side that reordered them, or mine if both or neither did. A row missing on that
 * side follows the row it follows on the other side.
 */
export function mergeOrder<Row extends Places>(rows: readonly Row[]): Row[] {
  const leader = isInBaseOrder(rows, "mine") && !isInBaseOrder(rows, "theirs") ? "theirs" : "mine";
  const follower = leader === "mine" ? "theirs" : "mine";
  const placeOf = (row: Row, side: "mine" | "theirs") => row[side] ?? -1;
  const led = rows.filter((row) => row[leader] !== undefined);
  const order = led.toSorted((a, b) => placeOf(a, leader) - placeOf(b, leader));
  const others = rows.filter((row) => row[leader] === undefined);
  for (const row of others.toSorted((a, b) => placeOf(a, follower) - placeOf(b, follower))) {
    let before: Row | undefined;
    for (const candidate of order) {
      const place = candidate[follower];
      if (place === undefined || place >= placeOf(row, follower)) continue;
      if (before === undefined || place > placeOf(before, follower)) before = candidate;
    }
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, row);
  }
  return order;
}
