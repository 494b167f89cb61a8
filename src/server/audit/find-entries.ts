import { sql } from "kysely";
import type { Store } from "#room/server/store/store.ts";
import type { AuditEntry } from "./audit-entry.ts";
import { keptAnchor } from "./trail-anchor.ts";

/** A query of the trail, newest first. */
export interface AuditQuery {
  readonly actor: string;
  readonly action: string;
  /** Found anywhere in the subject. Empty: any. */
  readonly subject: string;
  /** Milliseconds since 1970: from this instant (inclusive), and before that one. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

export interface FoundEntries {
  readonly entries: readonly Omit<AuditEntry, "hash">[];
  /** Where to continue; undefined at the end. */
  readonly next: number | undefined;
}

/**
 * Substrings of a subject are not indexed, so this many rows are scanned per page, which may be short while there is
 * more; fewer when an index leads to them, since they are scattered.
 */
const looksAt = { inOrder: 4000, byIndex: 400 };
/** Rows are in the order they were written; their instants may deviate by this many rows. */
const outOfOrder = 5000;

type Range = { readonly least: number; readonly below: number };

/** The range of row numbers for the given instants. */
async function rangeOf({ db }: Pick<Store, "db">, { from, to, before }: AuditQuery): Promise<Range> {
  const kept = (await keptAnchor({ db })).entries + 1;
  let least = kept;
  let below = before ?? Number.MAX_SAFE_INTEGER;
  const rows = () => db.selectFrom("audit_entry").select("seq").limit(1);
  if (from !== undefined) {
    const first = await rows().where("at", ">=", from).orderBy("at").executeTakeFirst();
    least = first ? Math.max(kept, Number(first.seq) - outOfOrder) : Number.MAX_SAFE_INTEGER;
  }
  if (to !== undefined) {
    const last = await rows().where("at", "<", to).orderBy("at", "desc").executeTakeFirst();
    below = Math.min(below, last ? Number(last.seq) + outOfOrder : 0);
  }
  const newest = await rows().orderBy("seq", "desc").executeTakeFirst();
  return { least, below: Math.min(below, Number(newest?.seq ?? 0) + 1) };
}

/** The requested columns. Each starts an index that continues with the other column and the row number. */
function indexedBy({ actor, action }: AuditQuery): readonly { column: "actor" | "action"; value: string }[] {
  return [
    ...(actor === "" ? [] : [{ column: "actor", value: actor } as const]),
    ...(action === "" ? [] : [{ column: "action", value: action } as const]),
  ];
}

/**
 * Rows in a number range, newest first, using the index that has them all next to each other. SQLite chooses it for
 * equality. PostgreSQL may choose another and scan far more rows unless it also has to sort by the first column;
 * comparing with a one-element list forces that, since it knows that an equal column needs no sorting. (Comparing
 * columns and number as a row would not stop at the lowest number but continue through everything older: 130 ms with
 * ten million rows.)
 */
function rowsBy({ db, kind }: Pick<Store, "db" | "kind">, query: AuditQuery, { least, below }: Range) {
  let rows = db.selectFrom("audit_entry").where("seq", "<", below).where("seq", ">=", least);
  for (const [index, { column, value }] of indexedBy(query).entries())
    rows =
      kind === "sqlite" || index > 0
        ? rows.where(column, "=", value)
        : rows.where(sql<boolean>`${sql.ref(column)} = any(array[${value}])`).orderBy(column, "desc");
  return rows.orderBy("seq", "desc");
}

/** The lowest row number that one page scans. */
async function floorOf(store: Pick<Store, "db" | "kind">, query: AuditQuery, range: Range): Promise<number> {
  if (query.subject === "") return range.least;
  if (indexedBy(query).length === 0) return Math.max(range.least, range.below - looksAt.inOrder);
  const last = rowsBy(store, query, range)
    .select("seq")
    .offset(looksAt.byIndex - 1)
    .limit(1);
  return Number((await last.executeTakeFirst())?.seq ?? range.least);
}

const columns = [
  "seq",
  "at",
  "actor",
  "action",
  "subject",
  "remote_address as remoteAddress",
  "session",
] as const;

/** The first matching rows of a range, among those scanned. */
async function fittingRows(store: Pick<Store, "db" | "kind">, query: AuditQuery, range: Range) {
  const { subject, from, to, limit } = query;
  const rows = rowsBy(store, query, range).select(columns);
  // Written so that neither engine uses the index on instants.
  const times = sql<boolean>`at + 0 >= ${from ?? 0} and at + 0 < ${to ?? Number.MAX_SAFE_INTEGER}`;
  if (subject === "") {
    const isTimed = from !== undefined || to !== undefined;
    return (isTimed ? rows.where(times) : rows).limit(limit + 1).execute();
  }
  // In any case, as SQLite's like.
  const like = sql.raw(store.kind === "postgres" ? "ilike" : "like");
  // Limited first: PostgreSQL would otherwise consider scanning the whole table for rare values.
  return store.db
    .selectFrom(rows.limit(looksAt.inOrder).as("looked"))
    .selectAll()
    .where(times)
    .where(sql<boolean>`subject ${like} ${`%${subject.replaceAll(/[\\%_]/g, "\\$&")}%`} escape ${"\\"}`)
    .orderBy("seq", "desc")
    .limit(limit + 1)
    .execute();
}

/** A page of the trail. Its cost depends on the rows it scans, not on the trail's length. */
export async function findEntries(
  store: Pick<Store, "db" | "kind">,
  query: AuditQuery,
): Promise<FoundEntries> {
  const { limit } = query;
  const range = await rangeOf(store, query);
  if (range.below <= range.least) return { entries: [], next: undefined };
  const floor = await floorOf(store, query, range);
  const rows = await fittingRows(store, query, { least: floor, below: range.below });
  const found = rows.map((row) => ({ ...row, seq: Number(row.seq), at: Number(row.at) }));
  const entries = found.slice(0, limit);
  const isFull = found.length > limit;
  const next = isFull ? entries.at(-1)?.seq : floor > range.least ? floor : undefined;
  return { entries, next };
}
