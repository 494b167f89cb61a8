import { accept } from "#room/contract/accept.ts";
import { formatPath } from "#room/contract/issues.ts";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import type { AutoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import type { JsonPiece } from "./split-json.ts";

/** What is wrong at a place of an event; the path is "" when it is about the whole. */
export interface ReadFault {
  readonly path: string;
  readonly message: string;
}

/** What one piece of text held. */
export type ReadResult =
  | { readonly ok: true; readonly event: AutoChargedEvent }
  | { readonly ok: false; readonly faults: readonly ReadFault[]; readonly eventId?: string };

function fault(message: string): ReadResult {
  return { ok: false, faults: [{ path: "", message }] };
}

/** Where in the text the parser stopped, as a line of the file; undefined when the engine does not say. */
function lineOfSyntaxError(error: unknown, piece: JsonPiece): number | undefined {
  const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
  if (position === undefined) return undefined;
  return piece.line + piece.text.slice(0, Number(position)).split("\n").length - 1;
}

function parse(piece: JsonPiece): { value: unknown } | { message: string } {
  try {
    return { value: JSON.parse(piece.text) };
  } catch (error) {
    if (piece.text === "")
      return { message: "This event is longer than 16 MiB; no service takes one that long." };
    const line = lineOfSyntaxError(error, piece) ?? piece.line;
    const isCutOff = error instanceof Error && /end of JSON|unterminated/i.test(error.message);
    if (isCutOff) return { message: "The text ends in the midst of this event: the file was cut off." };
    return { message: `This is no JSON: it cannot be read at line ${line}.` };
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An event as such, or within the body of a request: `{"AutoChargedEvent": …}`. */
function unwrap(value: unknown): unknown {
  return isObject(value) && isObject(value["AutoChargedEvent"]) ? value["AutoChargedEvent"] : value;
}

/** Reads what one piece of text holds: one event, or a list of them within a line. */
export function readPiece(piece: JsonPiece): readonly ReadResult[] {
  const parsed = parse(piece);
  if ("message" in parsed) return [fault(parsed.message)];
  const values = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  return values.map((value: unknown) => readValue(value));
}

/** Takes a value as an event when the contract accepts it; otherwise all faults with their paths. */
export function readValue(value: unknown): ReadResult {
  const inner = unwrap(value);
  if (!isObject(inner)) return fault("An event is an object with eventId, visitCharged and audit.");
  if (inner["eventId"] === undefined && inner["visitCharged"] === undefined && inner["audit"] === undefined)
    return fault("This is no AutoChargedEvent: it has neither eventId nor visitCharged nor audit.");
  const read = accept(autoChargedEvent, inner);
  if (read.ok) return { ok: true, event: read.value };
  const faults = read.issues.map(({ path, message }) => ({ path: formatPath(path), message }));
  const eventId = inner["eventId"];
  return typeof eventId === "string" ? { ok: false, faults, eventId } : { ok: false, faults };
}
