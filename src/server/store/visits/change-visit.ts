import { valueOf } from "#room/server/store/rows.ts";
import { inWrittenOrder } from "#room/contract/primitives/written-order.ts";
import { readJson } from "#room/contract/written-json.ts";
import { type Viewer, type VisitAction, type ActionOutcome, type SeenVisit, maySee } from "./visit-types.ts";
import { lockCounter, raiseCounter } from "#room/server/store/charge-queries.ts";
import { addCounts } from "./visit-counts.ts";
import { closedByHand, putVisits, visitsOf } from "./visit-queries.ts";
import type { VisitParts } from "#room/server/store/commit-charges.ts";
import { outcomeOf } from "#room/billing/outcome.ts";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { voidInvoice, wasVoided } from "#room/server/store/invoices/void-invoice.ts";
import { associatedData } from "#room/server/vault/associated-data.ts";
import { storableText } from "#room/server/store/storable-text.ts";
import type { VisitTable } from "./visit-tables.ts";
import { CountChanges, free, reasonKey } from "./apply-event.ts";
import { addWords } from "./visit-words.ts";
import { looseEntry, type AuditNote } from "#room/server/audit/audit-entry.ts";
import { appendAudit } from "#room/server/store/append-audit.ts";
import type { Tables } from "#room/server/store/tables.ts";

type Deed = Exclude<Tables["visit_deed"]["deed"], "ran out">;
type Recorded = readonly [deed: Deed, detail?: string];

const actions: Readonly<Record<Deed, AuditNote["action"]>> = {
  taken: "took visit",
  "taken over": "took over visit",
  assigned: "assigned visit",
  released: "released visit",
  "put off": "snoozed visit",
  woken: "ended snooze",
  closed: "closed visit",
  reopened: "reopened visit",
};

/** What the audit log says of it. A visit that one has and takes again is no act. */
function actOf(
  visitId: string,
  action: VisitAction,
  recorded: Recorded | undefined,
): Pick<AuditNote, "action" | "subject"> | undefined {
  const subject = `visit:${visitId}`;
  if (action.kind === "void")
    return {
      action: "voided invoice",
      subject: `event:${action.eventId}/${subject}/invoice:${action.invoiceNumber}`,
    };
  if (action.kind === "note") return { action: "added note", subject };
  if (!recorded) return undefined;
  const [deed, who] = recorded;
  const isOfTwo = deed === "assigned" || deed === "taken over";
  return { action: actions[deed], subject: isOfTwo ? `${subject}, ${who}` : subject };
}

export const maxNotes = 1000;

type Decided =
  | { readonly row: VisitTable; readonly recorded?: Recorded | undefined }
  | Exclude<ActionOutcome, { kind: "done" }>;

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

function take(row: VisitTable, action: VisitAction & { kind: "take" }, viewer: Viewer, now: number): Decided {
  if (row.is_open !== 1) return { kind: "not-open", state: row.state };
  const { takenBy, isTakeOver, takeOverFrom, leaseMs, practices = viewer.practices } = action;
  if (!maySee({ practices }, row.practice_id)) return { kind: "outside-theirs" };
  const holder = holderOf(row, now);
  const isOthers = holder !== undefined && holder !== takenBy && holder !== viewer.name;
  const isNamed = takeOverFrom === undefined || holder?.toLowerCase() === takeOverFrom.toLowerCase();
  if (isOthers && !(isTakeOver && isNamed)) return { kind: "taken", by: holder, since: row.taken_at };
  const isRenewed = holder === takenBy;
  const taken = {
    ...row,
    taken_by: takenBy,
    taken_at: isRenewed ? row.taken_at : now,
    taken_until: now + leaseMs,
  };
  if (isRenewed) return { row: taken };
  if (takenBy !== viewer.name) return { row: taken, recorded: ["assigned", takenBy] };
  return { row: taken, recorded: holder === undefined ? ["taken"] : ["taken over", holder] };
}

/** An event or a note has arrived that the person has not seen: it is not put away with the visit. */
function newerThan({ eventId, noteCount = Infinity }: SeenVisit, row: VisitTable): Decided | undefined {
  if (eventId !== undefined && row.event_id !== eventId) return { kind: "newer-event" };
  return row.note_count > noteCount ? { kind: "newer-note" } : undefined;
}

function closed(
  row: VisitTable,
  { reason: given, ...seen }: VisitAction & { kind: "close" },
  now: number,
  viewer: Viewer,
): Decided {
  const reason = storableText(inWrittenOrder(given));
  if (row.state === "closed" && row.reason === reason) return { row };
  if (row.is_open !== 1) return { kind: "not-open", state: row.state };
  const recorded = ["closed", reason] as const;
  return (
    newerThan(seen, row) ??
    takenByOther(row, viewer.name, now) ?? {
      row: { ...row, ...free, state: "closed", is_open: 0, reason, reason_key: reasonKey(reason) },
      recorded,
    }
  );
}

/** A voided visit is not charged again: what an engine or a second press sends for it stays refused. */
function voided(row: VisitTable, { invoiceNumber, reason: given }: VisitAction & { kind: "void" }): Decided {
  if (row.state !== "charged" || row.invoice_number !== invoiceNumber) return { kind: "not-standing" };
  const reason = storableText(given);
  return { row: { ...row, state: "voided", reason, reason_key: reasonKey(reason) } };
}

/** What an action makes of a visit, given only its row. Returning the row unchanged means no change. */
function decide(
  row: VisitTable,
  action: VisitAction,
  viewer: Viewer,
  now: number,
): Decided | "reopen" | "reopened before" {
  switch (action.kind) {
    case "take":
      return take(row, action, viewer, now);
    case "release": {
      const holder = holderOf(row, now);
      if (holder === undefined) return { row };
      return (
        takenByOther(row, viewer.name, now) ?? {
          row: { ...row, ...free, snoozed_until: row.snoozed_until },
          recorded: ["released"],
        }
      );
    }
    case "note":
      return row.note_count >= maxNotes
        ? { kind: "too-many" }
        : { row: { ...row, note_count: row.note_count + 1 } };
    case "snooze":
      if (row.is_open !== 1) return { kind: "not-open", state: row.state };
      return (
        newerThan(action, row) ??
        takenByOther(row, viewer.name, now) ?? {
          row: { ...row, ...free, snoozed_until: action.until },
          recorded: ["put off", new Date(action.until).toISOString()],
        }
      );
    case "close":
      return closed(row, action, now, viewer);
    case "void":
      return voided(row, action);
    case "reopen": {
      const isClosed = row.state === "closed";
      if (!isClosed && row.is_open !== 1) return { kind: "not-closed" };
      if (!isClosed && row.snoozed_until === 0) return "reopened before";
      const { changeNumber = row.change_number } = action;
      if (changeNumber !== row.change_number) return { kind: "changed-since" };
      return isClosed ? "reopen" : { row: { ...row, snoozed_until: 0 }, recorded: ["woken"] };
    }
  }
}

/** Why an accepted event was withheld; empty if it was not. */
export function reasonOf(content: string): string {
  // The store accepted it as an event of the contract.
  const outcome = outcomeOf(readJson<AutoChargedEvent>(content).audit);
  return outcome.kind === "withheld" ? outcome.reason : "";
}

async function reopened({ db, vault }: VisitParts, row: VisitTable): Promise<Decided> {
  const withheld = await db
    .selectFrom("charged_event")
    .select(["content", "withhold_reason"])
    .where("event_id", "=", row.event_id)
    .where("visit_id", "=", row.visit_id)
    .executeTakeFirst();
  const refused = db.selectFrom("refused_event").where("visit_id", "=", row.visit_id);
  const given = withheld
    ? reasonOf(await vault.text(associatedData.event(row.event_id), withheld.content)) ||
      // Its audit would have charged it.
      (await vault.text(associatedData.withholdReason(row.event_id), withheld.withhold_reason))
    : await valueOf(refused.orderBy("refused_id", "desc"), "message");
  const reason = storableText(given ?? "");
  const state = withheld ? "withheld" : "refused";
  return {
    row: { ...row, state, is_open: 1, reason, reason_key: reasonKey(reason) },
    recorded: ["reopened"],
  };
}

/** What an event brought back since it was closed is charged like any from now on; undoing that closing undoes nothing. */
async function openBefore({ db }: VisitParts, row: VisitTable, action: VisitAction): Promise<Decided> {
  if (action.kind !== "reopen" || !(await closedByHand(db, [row.visit_id])).has(row.visit_id)) return { row };
  return action.changeNumber === undefined
    ? { row: { ...row }, recorded: ["reopened"] }
    : { kind: "newer-event" };
}

/** Whether the note of that id is this person's on this visit, with this text: sent again, or its id used again. */
async function isSameNote(
  { db, vault }: VisitParts,
  { visitId, viewer }: ChangeRequest,
  { noteId, text }: VisitAction & { kind: "note" },
): Promise<boolean | undefined> {
  const note = await db
    .selectFrom("visit_note")
    .select(["visit_id", "written_by", "content"])
    .where("note_id", "=", noteId)
    .executeTakeFirst();
  if (!note) return undefined;
  if (note.visit_id !== visitId || note.written_by !== viewer.name) return false;
  return (await vault.text(associatedData.note(noteId), note.content)) === storableText(text);
}

async function keepNote(
  { db, seal }: VisitParts,
  { visitId, viewer, now }: ChangeRequest,
  { noteId, text }: VisitAction & { kind: "note" },
): Promise<void> {
  await db
    .insertInto("visit_note")
    .values({
      note_id: noteId,
      visit_id: visitId,
      written_at: now,
      written_by: viewer.name,
      content: seal.text(associatedData.note(noteId), storableText(text)),
    })
    .execute();
}

export interface ChangeRequest {
  readonly visitId: string;
  readonly action: VisitAction;
  readonly viewer: Viewer;
  readonly now: number;
}

/**
 * Applies one change to one visit within a transaction. Everything that changes visits holds the lock on the counter's
 * row, so changes take turns across all processes.
 */
export async function changeVisit(parts: VisitParts, request: ChangeRequest): Promise<ActionOutcome> {
  const { db, seal, days } = parts;
  const { visitId, action, viewer, now } = request;
  const { value, changes } = await lockCounter(db);
  const [row] = await visitsOf(db, [visitId]);
  if (!row) return { kind: "not-found" };
  if (!maySee(viewer, row.practice_id)) return { kind: "outside-practices" };
  if (action.kind === "note") {
    const isSame = await isSameNote(parts, request, action);
    if (isSame !== undefined) return isSame ? { kind: "done", visit: row } : { kind: "id-used" };
  }
  if (action.kind === "void") {
    const wasSame = await wasVoided(parts, visitId, action);
    if (wasSame !== undefined) return wasSame ? { kind: "done", visit: row } : { kind: "event-id-reused" };
  }
  const first = decide(row, action, viewer, now);
  const decided =
    first === "reopen"
      ? await reopened(parts, row)
      : first === "reopened before"
        ? await openBefore(parts, row, action)
        : first;
  if ("kind" in decided) return decided;
  if (decided.row === row) return { kind: "done", visit: row };
  if (action.kind === "note") await keepNote(parts, request, action);
  const visit = { ...decided.row, change_number: changes + 1 };
  await putVisits(parts, [visit]);
  const counts = new CountChanges(days);
  counts.visit(row, visit);
  await addCounts(db, counts.rows);
  await raiseCounter(parts, { value, changes: changes + 1 });
  if (decided.recorded) {
    const [recorded, detail = null] = decided.recorded;
    const done = { visit_id: visitId, at: now, deed: recorded };
    await db
      .insertInto("visit_deed")
      .values({ ...done, done_by: viewer.name, detail: seal.text(associatedData.actionDetail(done), detail) })
      .execute();
  }
  if (action.kind === "void") await voidInvoice(parts, { by: viewer.name, at: now }, action);
  if (action.kind === "note") await addWords(parts, visitId, action.text);
  if (action.kind === "close" || action.kind === "void") await addWords(parts, visitId, action.reason);
  const act = actOf(visitId, action, decided.recorded);
  const { name: actor, remoteAddress, session } = viewer;
  if (act) await appendAudit(parts, db, [looseEntry({ actor, remoteAddress, session, ...act }, now)]);
  return { kind: "done", visit };
}
