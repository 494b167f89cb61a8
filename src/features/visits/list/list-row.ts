import { behindMs } from "#room/api/service-clock.ts";
import { minorUnits } from "#room/contract/primitives/money.ts";
import { msOf } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { type Amount, amountOf } from "#room/features/visits/queue/amount-of.ts";
import { rowStatusOf } from "#room/features/visits/queue/row-status.ts";
import type { RowStatus } from "#room/features/visits/queue/row-status-words.ts";
import { type ShownState, shownStateOf, stateLook } from "#room/features/visits/states.ts";
import { isOpenCorrection } from "#room/workspace/visits/correction-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";

/** A row of a list of visits: from the service, from this browser, or both. */
export interface ListRow {
  readonly eventId: string;
  readonly visitId: string;
  readonly practiceId: string;
  readonly payerIds: readonly string[];
  readonly providerIds: readonly string[];
  readonly serviceDate: string | undefined;
  readonly amount: Amount | undefined;
  readonly lineCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly state: ShownState;
  readonly status: RowStatus;
  /** Undefined: the service does not have it, or has not been asked yet. */
  readonly clinic: VisitRow | undefined;
  readonly here: VisitSummary | undefined;
  /** The service was asked and has no such visit. */
  readonly isOnlyHere: boolean;
  /** Whose state is newer. */
  readonly leads: "clinic" | "browser";
}

/** Identifies a visit, whichever of its events is shown; an event without a visit id is a visit of its own. */
export function rowId({ visitId, eventId }: Pick<ListRow, "visitId" | "eventId">): string {
  return visitId || eventId;
}

/** When it was last sent from here; undefined before the first attempt. Milliseconds since 1970. */
export function lastAttemptAt(row: VisitSummary | undefined): number | undefined {
  return row?.attempts.at(-1)?.startedAt;
}

/** It has an invoice, standing or voided: nothing more is sent for it. */
export function hasInvoice(clinic: Pick<VisitRow, "state"> | null | undefined): boolean {
  return clinic?.state === "charged" || clinic?.state === "voided";
}

/** It was sent from here, and the answer is still to come. */
export function isUnderWay(here: VisitSummary | undefined): boolean {
  return here?.state === "waiting" || here?.state === "unknown";
}

/** The service's newest event of the visit is the one that was changed here, or was there before the draft was begun. */
function isOfNewest({ eventId, receivedAt }: VisitRow, here: VisitSummary): boolean {
  const { source, seenEventId, createdAt } = here;
  return (
    [here.eventId, seenEventId, source.name].includes(eventId) ||
    (source.kind !== "service" && msOf(receivedAt) <= createdAt + behindMs())
  );
}

/**
 * A charge is final; a visit being sent, unknown or changed here since the service's newest event is newer than what the
 * service knows. Nothing is sent for a closed one, nor to correct what no longer stands.
 */
export function leaderOf(clinic: VisitRow | undefined, here: VisitSummary | undefined): ListRow["leads"] {
  if (!clinic) return "browser";
  if (!here) return "clinic";
  const { corrects } = here.source;
  if (corrects && isOpenCorrection(here) && clinic.state === "charged")
    return [0, undefined, null, clinic.invoiceNumber].includes(corrects.invoice) ? "browser" : "clinic";
  if (hasInvoice(clinic)) return "clinic";
  if (here.state === "charged" || isUnderWay(here)) return "browser";
  return clinic.state !== "closed" && hasDraft(here) && isOfNewest(clinic, here) ? "browser" : "clinic";
}

/** Something here was not sent. */
export function hasDraft(here: VisitSummary): boolean {
  return (
    isOpenCorrection(here) ||
    (here.state !== "charged" &&
      !isUnderWay(here) &&
      (here.changedSinceAttempt ||
        here.notSent !== undefined ||
        (here.edited && here.attempts.length === 0) ||
        here.source.kind === "reissue"))
  );
}

function clinicStatus({ state, reason, invoiceNumber, corrections }: VisitRow): RowStatus {
  const look = stateLook(state);
  const invoice = typeof invoiceNumber === "number" ? `Invoice ${invoiceNumber}` : "Invoice created";
  const needsPerson = state === "withheld" || state === "refused";
  const wordsOf = () => {
    if (state === "charged") return corrections ? `${invoice}, corrected` : invoice;
    if (state === "voided") return `${invoice}: ${reason ?? ""}`;
    return reason || `${look.label} without a reason`;
  };
  return { ...look, words: wordsOf(), reason: reason ?? "", needsPerson };
}

type RowFacts = Omit<ListRow, "clinic" | "here" | "isOnlyHere" | "leads">;

function factsOfClinic(clinic: VisitRow): RowFacts {
  const { eventId, visitId, practiceId, payerIds, providerIds, serviceDate, lineCount, amount } = clinic;
  const minor = amount ? minorUnits(amount.amount, amount.currency) : undefined;
  return {
    eventId,
    visitId,
    practiceId: practiceId ?? "",
    payerIds,
    providerIds,
    serviceDate: serviceDate ?? undefined,
    amount: amount && minor !== undefined ? { minor, currency: amount.currency } : undefined,
    lineCount,
    createdAt: msOf(clinic.firstReceivedAt),
    updatedAt: msOf(clinic.receivedAt),
    state: clinic.state,
    status: clinicStatus(clinic),
  };
}

function factsOfHere(here: VisitSummary): RowFacts {
  const { eventId, visitId, practiceId, payerIds = [], providerIds = [], serviceDate, lineCount } = here;
  return {
    eventId,
    visitId,
    practiceId,
    payerIds,
    providerIds,
    serviceDate,
    amount: amountOf(here),
    lineCount,
    createdAt: here.createdAt + behindMs(),
    updatedAt: here.updatedAt,
    state: shownStateOf(here),
    status: rowStatusOf(here),
  };
}

export const eventIdOf = ({ eventId }: Pick<ListRow, "eventId">): string => eventId;

/** By this browser's part, else by the service's. */
let rows = new WeakMap<VisitSummary | VisitRow, ListRow>();

/** The list was left: its rows are made again when they are shown. */
export function forgetListRows(): void {
  rows = new WeakMap();
}

/** A draft of an open visit has its state and its own words; the figures are the clinic's until it is sent. */
function factsOf(
  clinic: VisitRow | undefined,
  here: VisitSummary | undefined,
  leads: ListRow["leads"],
): RowFacts {
  const own = here && factsOfHere(here);
  if (!own || (clinic && leads === "clinic")) {
    if (!clinic) throw new Error("A row needs the service's word or the browser's");
    return factsOfClinic(clinic);
  }
  if (!clinic || hasInvoice(clinic) || !hasDraft(here)) return own;
  const { eventId, state, status, updatedAt } = own;
  return { ...factsOfClinic(clinic), eventId, state, status, updatedAt };
}

/** The row of a visit. The same object while neither side changes, so that only changed rows are rendered. */
export function listRow(clinic: VisitRow | null | undefined, here: VisitSummary | undefined): ListRow {
  const service = clinic ?? undefined;
  const isOnlyHere = clinic === null;
  const owner = here ?? service;
  const known = owner && rows.get(owner);
  if (known && known.clinic === service && known.here === here && known.isOnlyHere === isOnlyHere)
    return known;
  const leads = leaderOf(service, here);
  const facts = factsOf(service, here, leads);
  const row: ListRow = { ...facts, clinic: service, here, isOnlyHere, leads };
  if (owner) rows.set(owner, row);
  return row;
}
