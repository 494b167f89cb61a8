import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { sha256 } from "./vault.ts";

/**
 * A value's text with members in order of their names; null and absent members are left out, since the wire takes
 * them as one (wire decisions, Members).
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`).join(",")}}`;
}

/** Equal for equal content, whatever the order of members: the first 24 digits of SHA-256. */
export async function contentHash(value: unknown): Promise<string> {
  return (await sha256(canonicalText(value))).slice(0, 24);
}

/** The key of an event in the workspace: its eventId in canonical form, or as it is when it is no GUID yet. */
export function eventKey(eventId: string): string {
  return canonicalGuid(eventId) ?? eventId;
}

function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Equal by content as `contentHash` sees it; stops at the first difference. */
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
