import type { VisitHistoryEntry } from "#room/contract/operations/get-visit.ts";
import { readJson } from "#room/contract/written-json.ts";
import type { VisitParts } from "./visit-parts.ts";
import { outcomeOf } from "#room/billing/outcome.ts";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { placeOf } from "#room/server/vault/places.ts";
import { storableText } from "#room/server/store/storable-text.ts";
import type { VisitTable } from "./visit-tables.ts";
import { CountChanges, free, reasonKey } from "./visit-after.ts";
import { type Asker, type VisitAction, type ActionOutcome, maySee } from "./visit-types.ts";
import { addWords } from "./visit-words.ts";

export const mostNotes = 1000;

type Told = readonly [deed: VisitHistoryEntry["deed"], detail?: string];
type Decided =
  | { readonly row: VisitTable; readonly told?: Told | undefined }
  | Exclude<ActionOutcome, { kind: "done" }>;

/** The current holder. */
export function holderOf(row: VisitTable, now: number): string | undefined {
  return row.taken_until > now ? (row.taken_by ?? undefined) : undefined;
}

function takenByOther(
  row: VisitTable,
  name: string,
  now: number,
): (ActionOutcome & { kind: "taken" }) | undefined {
  const by = holderOf(row, now);
  return by === undefined || by === name ? undefined : { kind: "taken", by, since: row.taken_at };
}

function take(row: VisitTable, action: VisitAction & { kind: "take" }, asker: Asker, now: number): Decided {
  if (row.is_open !== 1) return { kind: "not-open", state: row.state };
  const { takenBy, isTakeOver, leaseMs, practices = asker.practices } = action;
  if (!maySee({ practices }, row.practice_id)) return { kind: "outside-theirs" };
  const holder = holderOf(row, now);
  if (holder !== undefined && holder !== takenBy && !isTakeOver && holder !== asker.name)
    return { kind: "taken", by: holder, since: row.taken_at };
  const isRenewed = holder === takenBy;
  const taken = {
    ...row,
    taken_by: takenBy,
    taken_at: isRenewed ? row.taken_at : now,
    taken_until: now + leaseMs,
  };
  if (isRenewed) return { row: taken };
  if (takenBy !== asker.name) return { row: taken, told: ["assigned", takenBy] };
  return { row: taken, told: holder === undefined ? ["taken"] : ["taken over", holder] };
}

function closed(
  row: VisitTable,
  { reason: given, eventId }: VisitAction & { kind: "close" },
  now: number,
  asker: Asker,
): Decided {
  const reason = storableText(given);
  if (row.state === "closed" && row.reason === reason) return { row };
  if (row.is_open !== 1) return { kind: "not-open", state: row.state };
  if (eventId !== undefined && row.event_id !== eventId) return { kind: "newer-event" };
  const told = ["closed", reason] as const;
  return (
    takenByOther(row, asker.name, now) ?? {
      row: { ...row, ...free, state: "closed", is_open: 0, reason, reason_key: reasonKey(reason) },
      told,
    }
  );
}

/** What an action makes of a visit, given only its row. Returning the row unchanged means no change. */
function decide(row: VisitTable, action: VisitAction, asker: Asker, now: number): Decided | "reopen" {
  switch (action.kind) {
    case "take":
      return take(row, action, asker, now);
    case "release": {
      const holder = holderOf(row, now);
      if (holder === undefined) return { row };
      return (
        takenByOther(row, asker.name, now) ?? {
          row: { ...row, ...free, snoozed_until: row.snoozed_until },
          told: ["released"],
        }
      );
    }
    case "note":
      return row.note_count >= mostNotes
        ? { kind: "too-many" }
        : { row: { ...row, note_count: row.note_count + 1 } };
    case "put off":
      if (row.is_open !== 1) return { kind: "not-open", state: row.state };
      return (
        takenByOther(row, asker.name, now) ?? {
          row: { ...row, ...free, snoozed_until: action.until },
          told: ["put off", new Date(action.until).toISOString()],
        }
      );
    case "close":
      return closed(row, action, now, asker);
    case "reopen":
      if (row.state === "closed") return "reopen";
      if (row.is_open !== 1) return { kind: "not-closed" };
      return row.snoozed_until === 0 ? { row } : { row: { ...row, snoozed_until: 0 }, told: ["woken"] };
  }
}

function reasonOf(content: string): string {
  // The store accepted it as an event of the contract.
  const outcome = outcomeOf(readJson<AutoChargedEvent>(content).audit);
  return outcome.kind === "withheld" ? outcome.reason : "";
}

/** The state after its newest event. */
async function reopened({ db, vault }: VisitParts, row: VisitTable): Promise<Decided> {
  const withheld = await db
    .selectFrom("charged_event")
    .select("content")
    .where("event_id", "=", row.event_id)
    .where("visit_id", "=", row.visit_id)
    .executeTakeFirst();
  const refused = withheld
    ? undefined
    : await db
        .selectFrom("refused_event")
        .select("message")
        .where("visit_id", "=", row.visit_id)
        .orderBy("refused_id", "desc")
        .executeTakeFirst();
  const reason = storableText(
    withheld
      ? reasonOf(await vault.text(placeOf.event(row.event_id), withheld.content))
      : (refused?.message ?? ""),
  );
  const state = withheld ? "withheld" : "refused";
  return { row: { ...row, state, is_open: 1, reason, reason_key: reasonKey(reason) }, told: ["reopened"] };
}

async function keepNote(
  { db, seal }: VisitParts,
  { visitId, asker, now }: Wish,
  { noteId, text }: VisitAction & { kind: "note" },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("visit_note")
    .values({
      note_id: noteId,
      visit_id: visitId,
      written_at: now,
      written_by: asker.name,
      content: seal.text(placeOf.note(noteId), storableText(text)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** One change to one visit. */
export interface Wish {
  readonly visitId: string;
  readonly action: VisitAction;
  readonly asker: Asker;
  readonly now: number;
}

/**
 * Applies one change to one visit within a transaction. Everything that changes visits holds the lock on the counter's
 * row, so changes take turns across all processes; the update is nevertheless conditional on what was read.
 */
export async function changeVisit(parts: VisitParts, wish: Wish): Promise<ActionOutcome> {
  const { queries, db, seal } = parts;
  const { visitId, action, asker, now } = wish;
  const { value, changes } = await queries.lockCounter(db);
  const [row] = await queries.visitsOf(db, [visitId]);
  if (!row) return { kind: "not-found" };
  if (!maySee(asker, row.practice_id)) return { kind: "outside-practices" };
  const first = decide(row, action, asker, now);
  const decided = first === "reopen" ? await reopened(parts, row) : first;
  if ("kind" in decided) return decided;
  if (decided.row === row) return { kind: "done", visit: row };
  if (action.kind === "note" && !(await keepNote(parts, wish, action))) return { kind: "done", visit: row };
  const visit = { ...decided.row, change_number: changes + 1 };
  const { numUpdatedRows } = await db
    .updateTable("visit")
    .set(visit)
    .where("visit_id", "=", visitId)
    .where("change_number", "=", row.change_number)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error("A visit changed without the lock that all changes take");
  const counts = new CountChanges();
  counts.visit(row, visit);
  await queries.addCounts(db, counts);
  await queries.raiseCounter(db, { value, changes: changes + 1 });
  if (decided.told) {
    const [told, detail = null] = decided.told;
    const done = { visit_id: visitId, at: now, deed: told };
    await db
      .insertInto("visit_deed")
      .values({ ...done, done_by: asker.name, detail: seal.text(placeOf.actionDetail(done), detail) })
      .execute();
  }
  if (action.kind === "note") await addWords(parts, visitId, action.text);
  if (action.kind === "close") await addWords(parts, visitId, action.reason);
  return { kind: "done", visit };
}
