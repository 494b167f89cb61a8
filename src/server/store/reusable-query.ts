import type { Compilable, Kysely, QueryResult } from "kysely";

/** Whoever runs a query: the database, or a transaction on it. */
type Runner = Pick<Kysely<unknown>, "executeQuery">;

/**
 * A query that is compiled once and run with other values, in the order in which they stand in it. For the few
 * queries that every request runs: compiling costs more than SQLite needs to answer.
 */
export function reusable<Row>(
  query: Compilable<Row>,
): (db: Runner, values: readonly unknown[]) => Promise<QueryResult<Row>> {
  const compiled = query.compile();
  return async (db, values) => db.executeQuery<Row>({ ...compiled, parameters: values });
}
