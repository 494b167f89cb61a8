import { minorUnits } from "#room/contract/primitives/money.ts";
import { dateOfWire } from "#room/contract/primitives/wire-date-time.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";

/** A visit of the combined list: from the service, from this browser, or both. */
export interface ClinicRow extends VisitSummary {
  /** Undefined: the service does not have it, or has not been asked yet. */
  readonly clinic: VisitRow | undefined;
  /** What this browser has of it. */
  readonly here: VisitSummary | undefined;
  /** The service was asked and has no such visit. */
  readonly isOnlyHere: boolean;
  /** Whose state is newer. */
  readonly leads: "clinic" | "browser";
}

/** A wire instant in milliseconds; 0 when there is none. */
export function msOf(wire: string | null | undefined): number {
  return dateOfWire(wire)?.getTime() ?? 0;
}

/** A charge is final; a visit being sent, unknown or corrected here is newer than what the service knows. */
export function leaderOf(clinic: VisitRow | undefined, here: VisitSummary | undefined): "clinic" | "browser" {
  if (!clinic) return "browser";
  if (!here || clinic.state === "charged") return "clinic";
  if (here.state === "charged" || here.state === "waiting" || here.state === "unknown") return "browser";
  return here.changedSinceAttempt ||
    (here.edited && here.attempts.length === 0) ||
    here.source.kind === "reissue"
    ? "browser"
    : "clinic";
}

function summaryOf(clinic: VisitRow, here: VisitSummary | undefined): VisitSummary {
  const { amount, serviceDate } = clinic;
  return {
    eventId: clinic.eventId,
    visitId: clinic.visitId,
    practiceId: clinic.practiceId ?? "",
    state: clinic.state === "closed" ? "draft" : clinic.state,
    source: here?.source ?? { kind: "service" },
    createdAt: msOf(clinic.firstReceivedAt),
    updatedAt: msOf(clinic.receivedAt),
    attempts: [],
    changedSinceAttempt: false,
    edited: false,
    hasIncoming: false,
    amountMinor: amount ? minorUnits(amount.amount, amount.currency) : undefined,
    currency: amount?.currency ?? "",
    lineCount: clinic.lineCount,
    ...(serviceDate ? { serviceDate } : {}),
    reason: clinic.reason ?? "",
    blocking: 0,
    warnings: 0,
    text: "",
  };
}

const ofClinic = new WeakMap<VisitRow, ClinicRow>();
const joined = new WeakMap<VisitSummary, ClinicRow>();

/** The row of a visit. The same object while neither side changes, so that only changed rows are rendered. */
export function clinicRow(clinic: VisitRow | null | undefined, here: VisitSummary | undefined): ClinicRow {
  const service = clinic ?? undefined;
  const isOnlyHere = clinic === null;
  const known = here ? joined.get(here) : service && ofClinic.get(service);
  if (known && known.clinic === service && known.here === here && known.isOnlyHere === isOnlyHere)
    return known;
  const leads = leaderOf(service, here);
  const base = leads === "browser" || !service ? here : summaryOf(service, here);
  if (!base) throw new Error("A row needs the service's word or the browser's");
  const row: ClinicRow = { ...base, clinic: service, here, isOnlyHere, leads };
  if (here) joined.set(here, row);
  else if (service) ofClinic.set(service, row);
  return row;
}
