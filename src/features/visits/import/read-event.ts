import { asDraft, type DraftEvent } from "#room/billing/draft-event.ts";
import { standInEventId } from "#room/billing/event-id.ts";
import { accept } from "#room/contract/accept.ts";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { isRecord } from "#room/billing/json-record.ts";
import { isGuidAbsent } from "#room/contract/primitives/guid.ts";
import {
  auditShape,
  chargeShape,
  diagnosisShape,
  eventShape,
  paymentShape,
  rulesLogShape,
  visitShape,
} from "#room/features/visits/editor/draft/draft.ts";
import { parsePiece } from "./parse-piece.ts";
import { settleShape } from "./settle-shape.ts";
import { Unreadable } from "./settle-leaf.ts";
import type { JsonPiece } from "./json-piece.ts";

const shapes = [eventShape, visitShape, chargeShape, diagnosisShape, paymentShape, auditShape, rulesLogShape];
const parts = ["AutoChargedEvent", "visitCharged", "charges", "diagnosis", "payments", "audit", "rulesLogs"];
const names = new Map(
  [...parts, ...shapes.flatMap((shape) => Object.keys(shape)), "currency", "amount"].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

/**
 * Renames an event's members to the interface's names when a program writes them in another case (`VisitCharged`,
 * `Cpt`). Unknown members stay as they are.
 */
function withWireNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withWireNames(item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([given, member]) => {
      const name = names.get(given.toLowerCase());
      if (name === undefined) return [given, member];
      // If both are present, the interface's own name wins.
      const isTaken = name !== given && Object.hasOwn(value, name);
      return [isTaken ? given : name, withWireNames(member)];
    }),
  );
}

/** An error at a place in an event; the path is empty when it is about the whole event. */
export interface ReadFault {
  readonly path: string;
  readonly message: string;
}

export type ReadResult =
  | { readonly ok: true; readonly event: DraftEvent }
  | {
      readonly ok: false;
      readonly faults: readonly ReadFault[];
      readonly eventId?: string;
      /** Its position in its list, from 1. */
      readonly entry?: number;
    };

function fault(message: string): ReadResult {
  return { ok: false, faults: [{ path: "", message }] };
}

/** An event itself, or within a request body: `{"AutoChargedEvent": …}`. */
function unwrap(value: unknown): unknown {
  return isRecord(value) && isRecord(value["AutoChargedEvent"]) ? value["AutoChargedEvent"] : value;
}

function isVisit(value: unknown): boolean {
  return isRecord(value) && value["visitCharged"] !== undefined && value["visitCharged"] !== null;
}

export function readPiece(piece: JsonPiece): readonly ReadResult[] {
  const parsed = parsePiece(piece);
  if ("message" in parsed) return [fault(parsed.message)];
  if (!Array.isArray(parsed.value)) return [readValue(parsed.value)];
  return parsed.value.map((value: unknown, index) => {
    const read = readValue(value);
    return read.ok ? read : { ...read, entry: index + 1 };
  });
}

/** What was found instead of a visit, in plain words. */
function kindOf(value: unknown): string {
  if (value === null) return "empty (null)";
  if (Array.isArray(value)) return "a list within a list";
  return typeof value === "string" ? "text" : `a ${typeof value === "boolean" ? "true or false" : "number"}`;
}

/** Reads a value as an event. Invalid content becomes a draft; what is not an event is refused. */
export function readValue(value: unknown): ReadResult {
  if (!isRecord(value)) return fault(`This isn’t a visit: it is ${kindOf(value)}.`);
  const asGiven = unwrap(value);
  const inner = isVisit(asGiven) ? asGiven : unwrap(withWireNames(value));
  if (!isRecord(inner)) return fault("There is no visit in it: “AutoChargedEvent” is empty.");
  const read = accept(autoChargedEvent, inner);
  if (read.ok) return { ok: true, event: read.value };
  const given = inner["eventId"];
  const eventId = typeof given === "string" && given !== "" ? { eventId: given } : {};
  if (!isVisit(inner)) return { ...fault("There is no visit in it: “visitCharged” is missing."), ...eventId };
  try {
    // Every member the rules read now has a type they can read.
    const event = asDraft(settleShape(inner));
    return { ok: true, event: withEventId(event) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ok: false, faults: [{ path: error.path, message: error.message }], ...eventId };
  }
}

/** A missing id is generated, since nobody could type one; an invalid one stays, to be seen and corrected. */
function withEventId(event: DraftEvent): DraftEvent {
  const standIn = isGuidAbsent(event.eventId) ? standInEventId(event) : undefined;
  return standIn === undefined ? event : { ...event, eventId: standIn };
}
