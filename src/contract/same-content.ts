import { canonicalGuid, isGuidAbsent } from "./primitives/guid.ts";
import { canonicalDateTime } from "./primitives/wire-date-time.ts";

const guidMembers = new Set([
  "eventId",
  "visitId",
  "practiceId",
  "providerId",
  "payerId",
  "feeId",
  "diagCodePk",
  "paymentId",
  "rulesLogId",
]);

/** A value in canonical form; undefined when it is empty. `member` is its member name. */
function canonicalValue(value: unknown, member: string): unknown {
  if (value === null) return undefined;
  if (typeof value === "number") return value === 0 ? 0 : value;
  if (typeof value !== "string") return value;
  if (guidMembers.has(member)) return isGuidAbsent(value) ? undefined : (canonicalGuid(value) ?? value);
  if (member === "currency") return value.toUpperCase();
  return member === "createdDate" ? (canonicalDateTime(value) ?? value) : value;
}

function canonicalContent(given: unknown, member: string): unknown {
  const value = canonicalValue(given, member);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => canonicalContent(item, member));
  const parts = Object.entries(value).map(([name, part]) => [name, canonicalContent(part, name)] as const);
  return Object.fromEntries(parts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A text that two events share if and only if they have the same content. */
export function contentText(event: unknown): string {
  return JSON.stringify(canonicalContent(event, ""));
}

/**
 * Whether two JSON values have the same content, however they are spelled. The server uses this rule to
 * recognize an event it already has, and the console to tell whether a draft changed. Not shown by the
 * interface: member order, the spelling of a GUID, Datetime or currency, and null versus absent make no difference;
 * list order, text, numbers and unknown members do. `member` is the member name of both values, when they are
 * part of an event.
 */
export function isSameContent(left: unknown, right: unknown, member = ""): boolean {
  const a = canonicalValue(left, member);
  const b = canonicalValue(right, member);
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isSameContent(item, b[index], member));
  }
  const others = new Map<string, unknown>(Object.entries(b));
  for (const [name, part] of Object.entries(a)) {
    if (!isSameContent(part, others.get(name), name)) return false;
    others.delete(name);
  }
  for (const [name, part] of others) if (canonicalValue(part, name) !== undefined) return false;
  return true;
}
