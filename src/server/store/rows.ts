import {
  type Insertable,
  type Kysely,
  type ExtractTypeFromReferenceExpression,
  type SelectQueryBuilder,
  sql,
  type StringReference,
  type Transaction,
} from "kysely";
import type { Tables } from "./tables.ts";

/** All or nothing: in the transaction that it is called in, or in one of its own. */
export function inTransaction<T>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  // Kysely's own type does not tell them apart.
  return db.isTransaction ? work(db as Transaction<Tables>) : db.transaction().execute(work);
}

/** Rows in parts, each within the number of values that both engines accept in one statement. */
export function* someOf<T>(rows: readonly T[], atOnce = 500): Generator<T[]> {
  for (let from = 0; from < rows.length; from += atOnce) yield rows.slice(from, from + atOnce);
}

type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;

type Snake<Name> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;

/** What a row says, in the names and values of the code. */
export type RecordOf<Row> = {
  readonly [Name in keyof Row as Camel<Name>]:
    | Exclude<Row[Name], null>
    | (null extends Row[Name] ? undefined : never);
};

type RowOf<Fields> = {
  [Name in keyof Fields as Snake<Name>]:
    | (Exclude<Fields[Name], undefined> extends boolean ? number : Exclude<Fields[Name], undefined>)
    | (undefined extends Fields[Name] ? null : never);
};

const camelNames = new Map<string, string>();

function camelOf(name: string): string {
  const known = camelNames.get(name) ?? name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  camelNames.set(name, known);
  return known;
}

const snakeOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A row as read: `created_at` is `createdAt`, and null undefined. */
export function recordOf<Row extends object>(row: Row): RecordOf<Row> {
  const entries = Object.entries(row).map(([name, value]) => [camelOf(name), value ?? undefined] as const);
  // The names and values are those that the type computes.
  return Object.fromEntries(entries) as RecordOf<Row>;
}

/** A row to write: `createdAt` is `created_at`, undefined null, and a boolean 0 or 1. */
export function rowOf<Fields extends object>(fields: Fields): RowOf<Fields> {
  const entries = Object.entries(fields).map(([name, value]) => [
    snakeOf(name),
    typeof value === "boolean" ? Number(value) : (value ?? null),
  ]);
  // As above.
  return Object.fromEntries(entries) as RowOf<Fields>;
}

interface Change {
  executeTakeFirst(): Promise<
    | { readonly numUpdatedRows: bigint }
    | { readonly numDeletedRows: bigint }
    | { readonly numInsertedOrUpdatedRows?: bigint | undefined }
  >;
}

/** Runs a statement, and says how many rows it changed. */
export async function changedRows(change: Change): Promise<number> {
  const result = await change.executeTakeFirst();
  if ("numUpdatedRows" in result) return Number(result.numUpdatedRows);
  if ("numDeletedRows" in result) return Number(result.numDeletedRows);
  return Number(result.numInsertedOrUpdatedRows ?? 0);
}

/** Runs a statement: true if it changed a row. */
export async function didChange(change: Change): Promise<boolean> {
  return (await changedRows(change)) > 0;
}

type Rows<Table extends keyof Tables> = SelectQueryBuilder<Tables, Table, object>;

export async function countOf<Table extends keyof Tables>(rows: Rows<Table>): Promise<number> {
  const { count } = await rows.select(sql<number>`count(*)`.as("count")).executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether there is one. */
export async function isAny<Table extends keyof Tables>(rows: Rows<Table>): Promise<boolean> {
  const found = await rows.select(sql.lit(1).as("one")).limit(1).executeTakeFirst();
  return found !== undefined;
}

/** One column of what is found. */
export async function valuesOf<Table extends keyof Tables, Column extends StringReference<Tables, Table>>(
  rows: Rows<Table>,
  column: Column,
) {
  type Value = ExtractTypeFromReferenceExpression<Tables, Table, Column>;
  const found = await rows.select(sql<Value>`${sql.ref(column)}`.as("value")).execute();
  return found.map(({ value }) => value);
}

/** One column of the first that is found. */
export async function valueOf<Table extends keyof Tables, Column extends StringReference<Tables, Table>>(
  rows: Rows<Table>,
  column: Column,
) {
  const [value] = await valuesOf(rows.limit(1), column);
  return value;
}

/** Adds the rows that are not there yet. */
export async function addNew<Table extends keyof Tables>(
  db: Kysely<Tables>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (const some of someOf(rows))
    await db
      .insertInto<Table>(table)
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
