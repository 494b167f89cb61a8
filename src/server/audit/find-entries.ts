import { sql } from "kysely";
import type { Store } from "#room/server/store/store.ts";
import type { AuditEntry } from "./audit-entry.ts";
import { keptAnchor } from "./trail-anchor.ts";

/** Which rows, newest first. */
export interface AuditQuery {
  readonly actor: string;
  readonly action: string;
  /** Stands anywhere in the row's subject. "" asks for nothing, as above. */
  readonly subject: string;
  /** Milliseconds since 1970: from that instant on, and before that one. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

export interface FoundEntries {
  readonly entries: readonly Omit<AuditEntry, "hash">[];
  /** Where to go on; undefined at the end. */
  readonly next: number | undefined;
}

/**
 * What stands anywhere in a subject is in no index. So many rows are looked at for one page, which may be short while there
 * is more: fewer where an index leads to them, since they lie far from each other.
 */
const looksAt = { inOrder: 4000, byIndex: 400 };
/** Rows stand in the order in which they were written, which their instants follow within so many. */
const outOfOrder = 5000;

type Range = { readonly least: number; readonly below: number };

/** The rows that the instants leave, by number. */
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

/** The columns that are asked for, each of which begins an index of its own with the other and the number behind it. */
function indexedBy({ actor, action }: AuditQuery): readonly { column: "actor" | "action"; value: string }[] {
  return [
    ...(actor === "" ? [] : [{ column: "actor", value: actor } as const]),
    ...(action === "" ? [] : [{ column: "action", value: action } as const]),
  ];
}

/**
 * Rows of a range of numbers, newest first, by the index that has them all next to each other. SQLite takes that one for
 * equal columns. PostgreSQL may guess that another is as good and go through far more rows by it, unless it has to order by
 * the first of them too: that is asked for as one of a list of one, for of an equal column it knows that there is nothing
 * to order. (Compared as whole rows, columns and number at once, it would not stop at the least number but go on through
 * all that is older: 130 ms at ten million.)
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

/** The number down to which one page looks. */
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

/** The first rows of a range that fit, of those that are looked at. */
async function fittingRows(store: Pick<Store, "db" | "kind">, query: AuditQuery, range: Range) {
  const { subject, from, to, limit } = query;
  const rows = rowsBy(store, query, range).select(columns);
  // Written so that neither engine takes the index of instants for these.
  const times = sql<boolean>`at + 0 >= ${from ?? 0} and at + 0 < ${to ?? Number.MAX_SAFE_INTEGER}`;
  if (subject === "") {
    const isTimed = from !== undefined || to !== undefined;
    return (isTimed ? rows.where(times) : rows).limit(limit + 1).execute();
  }
  // Limited before: PostgreSQL would weigh what is seldom found against going through all of the table.
  return store.db
    .selectFrom(rows.limit(looksAt.inOrder).as("looked"))
    .selectAll()
    .where(times)
    .where(sql<boolean>`subject like ${`%${subject.replaceAll(/[\\%_]/g, "\\$&")}%`} escape ${"\\"}`)
    .orderBy("seq", "desc")
    .limit(limit + 1)
    .execute();
}

/** A page of the trail. However long that is, it costs as much as the rows that it looks at. */
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
