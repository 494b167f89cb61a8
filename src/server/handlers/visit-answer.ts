import { sessionMark } from "#room/server/audit/audit-entry.ts";
import { givenGuid } from "#room/contract/primitives/guid.ts";
import { maySee, type Viewer, type Found } from "#room/server/store/visits/visit-types.ts";
import { moneyOfMinor } from "#room/contract/primitives/money.ts";
import { wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { visitRefusals, type VisitRefusalCode } from "#room/contract/schemas/visit-refusal.ts";
import type { VisitGroup, VisitRow } from "#room/contract/schemas/visit.ts";
import type { SignedInContext } from "#room/server/handler.ts";
import { invalidMember, Refusal } from "#room/server/http/refusal.ts";
import { countedCode } from "#room/server/store/invoices/invoice-rows.ts";
import { holderOf } from "#room/server/store/visits/change-visit.ts";
import type { VisitTable } from "#room/server/store/visits/visit-tables.ts";

/** The canonical practice that a filter names; empty if none. Throws the 403 for a practice the user may not see. */
export function checkPractice(practiceId: string | null | undefined, viewer: Viewer): string {
  const given = givenGuid(practiceId);
  if (given !== undefined && !maySee(viewer, given)) throw outsideYourPractices();
  return given ?? "";
}

/** Nothing is found by other codes, though lines may have them. */
export function checkCode(code: string | null | undefined): void {
  if (!code?.trim() || countedCode(code) !== "") return;
  throw invalidMember(
    "RegularExpression",
    "code",
    "Charges are found by codes of five letters and digits. All others are under “Other codes”.",
  );
}

/** Snoozed until a new event arrives: the latest instant the wire can express. */
export const untilNewEvent = Date.parse("9999-12-31T23:59:59.999Z");

/** Undefined: it is not known. */
export function wireInstant<At extends number | undefined>(instant: At) {
  // A text exactly where there is an instant, which the compiler cannot follow.
  return (instant === undefined ? undefined : wireDateTimeOf(new Date(instant))) as At extends number
    ? string
    : string | undefined;
}

export function viewerOf({
  session,
  remoteAddress,
}: Pick<SignedInContext, "session"> & { readonly remoteAddress?: string }): Viewer {
  const { userId, userName: name, practices, idHash } = session;
  return { userId, name, practices, remoteAddress, session: sessionMark(idHash) };
}

const texts = (blanks: string) => (blanks === "" ? [] : blanks.split(" "));

/** A visit as sent on the wire. An expired lease or snooze is left out. */
export function visitRowOf(row: VisitTable, now: number): VisitRow {
  const holder = holderOf(row, now);
  return {
    visitId: row.visit_id,
    eventId: row.event_id,
    practiceId: row.practice_id || undefined,
    state: row.state,
    reason: row.reason || undefined,
    amount: row.currency === "" ? undefined : moneyOfMinor(row.amount_minor, row.currency),
    lineCount: row.line_count,
    serviceDate: row.service_date || undefined,
    receivedAt: wireInstant(row.received_at),
    firstReceivedAt: wireInstant(row.first_received_at),
    takenBy: holder,
    takenSince: holder === undefined ? undefined : wireInstant(row.taken_at),
    takenUntil: holder === undefined ? undefined : wireInstant(row.taken_until),
    snoozedUntil: row.snoozed_until > now ? wireInstant(row.snoozed_until) : undefined,
    noteCount: row.note_count,
    eventCount: row.event_count,
    invoiceNumber: row.invoice_number ?? undefined,
    corrections: row.corrections || undefined,
    changeNumber: row.change_number,
    payerIds: texts(row.payers),
    providerIds: texts(row.providers),
  };
}

/** The sums of the matches: per currency, and as a single one if there is only one currency. */
export function sumsOf({ sums, isExact }: Found) {
  const exact = isExact ? [...sums].filter(([, minor]) => Number.isSafeInteger(minor)) : [];
  const all = exact.map(([currency, minor]) => moneyOfMinor(minor, currency));
  const [only] = all;
  return { ...(all.length === 1 && only ? { sum: only } : {}), sums: all };
}

export function groupOf({ name, ...found }: Found & { readonly name: string }): VisitGroup {
  return { name, count: found.total, ...sumsOf(found) };
}

export function refuseVisit(
  code: VisitRefusalCode,
  message: string,
  errors: { errorCode: string; fieldName: string; message: string }[] = [],
): Refusal {
  return new Refusal(visitRefusals[code], code, message, { errors });
}

export function outsideYourPractices(): Refusal {
  return refuseVisit("OutsideYourPractices", "This belongs to a practice you don’t have access to.");
}

export function visitNotFound(): Refusal {
  return refuseVisit("VisitNotFound", "There is no such visit.");
}

export function invoiceNotStanding(): Refusal {
  return refuseVisit(
    "InvoiceNotNewest",
    "This invoice was replaced or voided before, or isn’t this visit’s. Nothing was changed.",
  );
}

export function eventIdReused(): Refusal {
  return refuseVisit(
    "EventIdReused",
    "This eventId was used before, with other content. Nothing was changed.",
  );
}
