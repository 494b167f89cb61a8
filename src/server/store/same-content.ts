import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { canonicalDateTime } from "#room/contract/primitives/wire-date-time.ts";

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

function canonicalText(member: string, value: string): string | undefined {
  if (guidMembers.has(member)) return isGuidAbsent(value) ? undefined : (canonicalGuid(value) ?? value);
  if (member === "createdDate") return canonicalDateTime(value) ?? value;
  return value;
}

function canonical(value: unknown, member: string): unknown {
  if (typeof value === "string") return canonicalText(member, value);
  if (Array.isArray(value)) return value.map((item) => canonical(item, member) ?? null);
  if (typeof value !== "object" || value === null) return value ?? undefined;
  const sorted = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, part]) => [name, canonical(part, name)]));
}

/**
 * Not shown by the interface: two events have the same content when they say the same, however it is spelled. The
 * order of members, the spelling of a GUID or Datetime, and null or absent make no difference; the order of a list,
 * every text and number, and members that the interface does not know, do.
 */
export function isSameContent(left: unknown, right: unknown): boolean {
  return JSON.stringify(canonical(left, "")) === JSON.stringify(canonical(right, ""));
}
