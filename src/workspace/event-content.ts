import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { sha256 } from "./vault.ts";

/** Names of members as they stand in a text; there are few, and each is written thousands of times. */
const writtenNames = new Map<string, string>();

function writtenName(name: string): string {
  const known = writtenNames.get(name);
  if (known !== undefined) return known;
  const written = `${JSON.stringify(name)}:`;
  // What comes in from a file could bring any number of names.
  if (writtenNames.size < 500) writtenNames.set(name, written);
  return written;
}

/**
 * A value's text with members in order of their names; null and absent members are left out, since the wire takes
 * them as one (wire decisions, Members).
 */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  // Any object has members by name.
  const members = value as Readonly<Record<string, unknown>>;
  let text = "";
  for (const name of Object.keys(members).sort()) {
    const member = members[name];
    if (member === undefined || member === null) continue;
    text += `${text === "" ? "" : ","}${writtenName(name)}${canonicalText(member)}`;
  }
  return `{${text}}`;
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
