import { canonicalGuid } from "#room/contract/primitives/guid.ts";

/** The key of an event in the workspace: its eventId in canonical form, or as it is when it is no GUID yet. */
export function eventKey(eventId: string): string {
  return canonicalGuid(eventId) ?? eventId;
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/**
 * Equal by content, whatever the order of members; null and absent are one, since the wire takes them so (wire decisions,
 * Members).
 */
export function isSameContent(a: unknown, b: unknown): boolean {
  if (a === b || (isAbsent(a) && isAbsent(b))) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isSameContent(item, b[index]));
  }
  const others = new Map<string, unknown>(Object.entries(b));
  for (const [name, member] of Object.entries(a)) {
    if (!isSameContent(member, others.get(name))) return false;
    others.delete(name);
  }
  for (const member of others.values()) if (!isAbsent(member)) return false;
  return true;
}
