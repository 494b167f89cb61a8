import { valueOf, valuesOf, someOf } from "#room/server/store/rows.ts";
import { sql } from "kysely";
import { invalidMember } from "#room/server/http/refusal.ts";
import type { Store } from "#room/server/store/store.ts";
import { entryColumns, subjectWords, keptAnchor } from "./audit-entry.ts";

export interface AuditQuery {
  readonly actor: string;
  readonly action: string;
  /** Ids, whole or by their beginning, with or without their kind. Empty: any. */
  readonly subject: string;
  /** Milliseconds since 1970: from this instant (inclusive), and before that one. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}

export type FoundEntries = Awaited<ReturnType<typeof findEntries>>;

/** Subjects that more entries have must be given more closely, or with days: they are sorted here. */
const mostOfSubject = 10_000;
const kinds = ["", "visit:", "event:", "message:", "letter:"];
/** Rows are in the order they were written; their instants may deviate by this many rows. */
const outOfOrder = 5000;

type Range = { readonly least: number; readonly below: number };

async function rangeOf({ db }: Pick<Store, "db">, { from, to, before }: AuditQuery): Promise<Range> {
  const kept = (await keptAnchor({ db })).entries + 1;
  let least = kept;
  let below = before ?? Number.MAX_SAFE_INTEGER;
  const rows = db.selectFrom("audit_entry");
  if (from !== undefined) {
    const first = await valueOf(rows.where("at", ">=", from).orderBy("at"), "seq");
    least = Math.max(kept, (first ?? Number.MAX_SAFE_INTEGER) - outOfOrder);
  }
  if (to !== undefined) {
    const last = await valueOf(rows.where("at", "<", to).orderBy("at", "desc"), "seq");
    below = Math.min(below, last === undefined ? 0 : last + outOfOrder);
  }
  const newest = (await valueOf(rows.orderBy("seq", "desc"), "seq")) ?? 0;
  return { least, below: Math.min(below, newest + 1) };
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

function fittingRows(store: Pick<Store, "db" | "kind">, query: AuditQuery, range: Range) {
  const { from, to, limit } = query;
  const rows = rowsBy(store, query, range).select(entryColumns);
  // Written so that neither engine uses the index on instants.
  const times = sql<boolean>`at + 0 >= ${from ?? 0} and at + 0 < ${to ?? Number.MAX_SAFE_INTEGER}`;
  const isTimed = from !== undefined || to !== undefined;
  return (isTimed ? rows.where(times) : rows).limit(limit + 1).execute();
}

/** The numbers of a range's rows that are about this, newest first. An id is meant whole if there is one. */
async function rowsAbout({ db }: Pick<Store, "db">, word: string, { least, below }: Range) {
  const found = db
    .selectFrom("audit_subject")
    .distinct()
    .where("seq", "<", below)
    .where("seq", ">=", least)
    .limit(mostOfSubject + 1);
  const ids = kinds.map((kind) => kind + word);
  const begun = found.where(({ or, eb }) =>
    or(ids.map((id) => eb("subject", ">=", id).and("subject", "<", `${id}\u{10FFFF}`))),
  );
  const whole = await valuesOf(found.where("subject", "in", ids), "seq");
  const rows = whole.length > 0 ? whole : await valuesOf(begun, "seq");
  if (rows.length > mostOfSubject)
    throw invalidMember(
      "TooManyEntries",
      "subject",
      `More than ${mostOfSubject.toLocaleString("en-US")} entries are about “${word}”. Type more of the ID, or choose days.`,
    );
  return rows.toSorted((one, other) => other - one);
}

/** The first rows of a range that are about the subject, and match. They are few, so the engine needs no plan for them. */
async function rowsOfSubject({ db }: Pick<Store, "db">, query: AuditQuery, range: Range) {
  const { actor, action, from = 0, to = Infinity, limit } = query;
  const [first, ...others] = await Promise.all(
    subjectWords(query.subject).map((word) => rowsAbout({ db }, word, range)),
  );
  const numbers = (first ?? []).filter((seq) => others.every((each) => each.includes(seq)));
  const found = [];
  for (const some of someOf(numbers)) {
    if (found.length > limit) break;
    const rows = db
      .selectFrom("audit_entry")
      .select(entryColumns)
      .where("seq", "in", some)
      .orderBy("seq", "desc");
    for (const row of await rows.execute())
      if ((actor === "" || row.actor === actor) && (action === "" || row.action === action))
        if (row.at >= from && row.at < to) found.push(row);
  }
  return found;
}

/** A page of the trail. Its cost depends on the rows it shows, not on the trail's length. */
export async function findEntries(store: Pick<Store, "db" | "kind">, query: AuditQuery) {
  const { limit } = query;
  const range = await rangeOf(store, query);
  if (range.below <= range.least) return { entries: [], next: undefined };
  const rows = await (query.subject === "" ? fittingRows : rowsOfSubject)(store, query, range);
  const entries = rows.slice(0, limit).map((row) => ({ ...row, seq: Number(row.seq), at: Number(row.at) }));
  return { entries, next: rows.length > limit ? entries.at(-1)?.seq : undefined };
}
