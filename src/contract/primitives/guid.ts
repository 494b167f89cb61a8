import * as z from "zod/mini";
import { rule } from "./rule.ts";

const bare = /^[0-9a-f]{32}$/i;
const hyphenated = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const braced = /^(?:\{[0-9a-f-]{32,36}\}|\([0-9a-f-]{32,36}\))$/i;
const zeros = "0".repeat(32);

/**
 * The canonical form: 32 lower-case hex digits; undefined when the text is not a GUID. Accepts any case, with or
 * without hyphens, braces or parentheses (.NET formats N, D, B and P).
 */
export function canonicalGuid(text: string): string | undefined {
  if (bare.test(text)) return text.toLowerCase();
  const trimmed = text.trim();
  const inner = braced.test(trimmed) ? trimmed.slice(1, -1) : trimmed;
  if (!bare.test(inner) && !hyphenated.test(inner)) return undefined;
  return inner.replaceAll("-", "").toLowerCase();
}

/** Of a text that its schema has found to be a GUID. */
export function knownGuid(text: string): string {
  return canonicalGuid(text) ?? text;
}

/** The same; undefined for one that is absent. */
export function givenGuid(text: string | null | undefined): string | undefined {
  const known = text ? knownGuid(text) : zeros;
  return known === zeros ? undefined : known;
}

/** True for absent, null, empty or all zeros. */
export function isGuidAbsent(text: string | null | undefined): boolean {
  if (text === undefined || text === null || text === "") return true;
  return canonicalGuid(text) === zeros;
}

/** Not shown by the interface: GUIDs are read in any usual form and written as 32 lower-case digits. */
export const guid = z.string().check(
  rule((value) => value === "" || canonicalGuid(value) !== undefined, {
    code: "RegularExpression",
    message: "must be a GUID: 32 hexadecimal digits",
  }),
);

/** A required GUID: not empty, not all zeros. */
export const requiredGuid = z.string().check(
  rule((value) => value === "" || canonicalGuid(value) !== undefined, {
    code: "RegularExpression",
    message: "must be a GUID: 32 hexadecimal digits",
  }),
  rule((value) => !isGuidAbsent(value), { code: "NotEmpty", message: "must be given" }),
);

/** The short display form: the first and last four digits, such as `8f3c…19a2`. */
export function shortGuid(text: string): string {
  const canonical = canonicalGuid(text);
  return canonical === undefined ? text : `${canonical.slice(0, 4)}…${canonical.slice(-4)}`;
}

/** A GUID from the 36 characters of `crypto.randomUUID()`, which the caller provides. */
export function guidFromUuid(uuid: string): string {
  return uuid.replaceAll("-", "").toLowerCase();
}
