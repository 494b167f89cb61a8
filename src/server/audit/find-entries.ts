import { sql } from "kysely";
import type { Store } from "#room/server/store/store.ts";
import type { AuditEntry } from "./audit-entry.ts";

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

/** So many rows are looked at for one page, whatever is asked for: the page may be short while there is more. */
const looksAt = 20_000;
/** Rows stand in the order in which they were written, which their instants follow within so many. */
const outOfOrder = 5000;

type Range = { readonly least: number; readonly below: number };

/** The rows that the instants leave, by number. */
async function rangeOf({ db }: Pick<Store, "db">, { from, to, before }: AuditQuery): Promise<Range> {
  let least = 1;
  let below = before ?? Number.MAX_SAFE_INTEGER;
  const rows = () => db.selectFrom("audit_entry").select("seq").limit(1);
  if (from !== undefined) {
    const first = await rows().where("at", ">=", from).orderBy("at").executeTakeFirst();
    least = first ? Math.max(1, Number(first.seq) - outOfOrder) : Number.MAX_SAFE_INTEGER;
  }
  if (to !== undefined) {
    const last = await rows().where("at", "<", to).orderBy("at", "desc").executeTakeFirst();
    below = Math.min(below, last ? Number(last.seq) + outOfOrder : 0);
  }
  const newest = await rows().orderBy("seq", "desc").executeTakeFirst();
  return { least, below: Math.min(below, Number(newest?.seq ?? 0) + 1) };
}

/** By which of its indexed columns the rows are gone through. */
function indexOf({ actor, action }: AuditQuery) {
  if (actor !== "") return { column: "actor", value: actor } as const;
  return action === "" ? undefined : ({ column: "action", value: action } as const);
}

/** The number down to which one page looks. */
async function floorOf({ db }: Pick<Store, "db">, query: AuditQuery, { least, below }: Range) {
  const by = indexOf(query);
  if (!by) return Math.max(least, below - looksAt);
  const row = await db
    .selectFrom("audit_entry")
    .select("seq")
    .where(by.column, "=", by.value)
    .where("seq", "<", below)
    .where("seq", ">=", least)
    .orderBy("seq", "desc")
    .offset(looksAt - 1)
    .limit(1)
    .executeTakeFirst();
  return row ? Number(row.seq) : least;
}

/** A page of the trail. However long that is, it costs as much as the rows that it looks at. */
export async function findEntries(store: Pick<Store, "db">, query: AuditQuery): Promise<FoundEntries> {
  const range = await rangeOf(store, query);
  if (range.below <= range.least) return { entries: [], next: undefined };
  const floor = await floorOf(store, query, range);
  const by = indexOf(query);
  const { action, subject, from, to, limit } = query;
  let rows = store.db
    .selectFrom("audit_entry")
    .select(["seq", "at", "actor", "action", "subject", "remote_address as remoteAddress", "session"])
    .where("seq", "<", range.below)
    .where("seq", ">=", floor)
    .orderBy("seq", "desc")
    .limit(limit + 1);
  if (by) rows = rows.where(by.column, "=", by.value);
  // Written so that neither engine takes another index for these, and goes through far more rows by it.
  if (action !== "" && by?.column !== "action") rows = rows.where(sql`action || ''`, "=", action);
  if (from !== undefined) rows = rows.where(sql`at + 0`, ">=", from);
  if (to !== undefined) rows = rows.where(sql`at + 0`, "<", to);
  if (subject !== "")
    rows = rows.where(
      sql<boolean>`subject like ${`%${subject.replaceAll(/[\\%_]/g, "\\$&")}%`} escape ${"\\"}`,
    );
  const found = (await rows.execute()).map((row) => ({ ...row, seq: Number(row.seq), at: Number(row.at) }));
  const entries = found.slice(0, limit);
  const isFull = found.length > limit;
  const next = isFull ? entries.at(-1)?.seq : floor > range.least ? floor : undefined;
  return { entries, next };
}
