/** Rows in parts, each within the number of values that both engines accept in one statement. */
export function* someOf<T>(rows: readonly T[], atOnce = 500): Generator<T[]> {
  for (let from = 0; from < rows.length; from += atOnce) yield rows.slice(from, from + atOnce);
}
