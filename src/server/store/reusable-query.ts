import type { Compilable, Kysely, QueryResult } from "kysely";

/** Anything that runs a query: the database, or a transaction. */
export type Runner = Pick<Kysely<unknown>, "executeQuery">;

/**
 * A query compiled once and run with other values, in the order they appear in it. For the few queries that every
 * request runs: compiling costs more than SQLite needs to answer.
 *
 * Measured with `npm run bench -- charge`: without it durable auto-charge loses a tenth, which its bound cannot spare.
 */
export function reusable<Row>(
  query: Compilable<Row>,
): (db: Runner, values: readonly unknown[]) => Promise<QueryResult<Row>> {
  const compiled = query.compile();
  return async (db, values) => db.executeQuery<Row>({ ...compiled, parameters: values });
}

/** One compiled query for each number of rows in a batch. */
export function byCount<Row>(build: (count: number) => ReturnType<typeof reusable<Row>>) {
  const built: ReturnType<typeof reusable<Row>>[] = [];
  return (count: number) => (built[count] ??= build(count));
}

export const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

/** The values of rows, column by column, in the order a multi-row query takes them. */
export function valuesOf(rows: readonly object[], columns: readonly string[]): unknown[] {
  const values: unknown[] = [];
  for (const row of rows) for (const column of columns) values.push(Reflect.get(row, column));
  return values;
}
