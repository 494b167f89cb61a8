import { capital } from "./capital.ts";
import { describePath, fieldName } from "./field-names.ts";
import type { Path } from "./finding.ts";

/** The error wording of this service and hosts like it: the member in quotes, then what it must be. */
const quoted = /^'([A-Za-z_][\w. ]*)'\s+(\S.*?)\.?$/s;

/** Turns "activeFrom" and "Active From" into "Active from". */
function spelledOut(member: string): string {
  const words = member
    .replaceAll(/[_ ]+/g, " ")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return capital(words);
}

/** The label of a member, whatever its case and however deep its path. */
function memberWords(member: string): string {
  const last = member.split(".").at(-1) ?? member;
  const camel = last.replaceAll(" ", "").replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  if (camel === "npi") return "NPI";
  const known = fieldName(camel);
  return known === camel ? spelledOut(last) : known;
}

/** The service's wording of an error, and the wording for users. */
const sayings: readonly (readonly [RegExp, string])[] = [
  [/^must be given$|^must not be empty$|^should not be empty$/i, "is missing"],
  [/^must be a GUID\b.*$/i, "isn’t a valid ID: 32 characters, 0–9 and a–f"],
  [/^must be an NPI\b.*$/i, "isn’t valid: check its 10 digits"],
  [/^must be a date and time\b.*$/i, "isn’t a valid date and time"],
  [/^must be a date\b.*$/i, "isn’t a valid date"],
  [/^must be a currency code\b.*$/i, "isn’t valid: use three letters, such as USD"],
  [/^must have no more digits than its currency$/i, "has too many decimal places"],
  [/^must be (.+), the visit's currency$/, "must be in $1, like the rest of the visit"],
  [/^must be (?:a list|an object|text|true or false|Base64 text)$/i, "can’t be read"],
  [/^must be at most (\d+) characters$/i, "is too long: $1 characters at most"],
  [/^must be greater than '([^']*)'$/i, "must be above $1"],
  [/^must be greater than or equal to '([^']*)'$/i, "must be $1 or more"],
  [/^must not be before 'activeFrom'$/i, "must not be before Active from"],
  [/^must hold at least one charge$/i, "are missing: a visit needs at least one"],
];

function asPhrase(rest: string): string {
  for (const [form, words] of sayings) if (form.test(rest)) return rest.replace(form, words);
  return rest;
}

/**
 * Rewrites an error for users, without the period: `'quantity' must be above 0.` becomes "Quantity must be above 0".
 * Messages that do not match stay as they are.
 */
export function faultWords(message: string): string {
  const [, member, rest] = quoted.exec(message) ?? [];
  return member === undefined || rest === undefined ? message : `${memberWords(member)} ${asPhrase(rest)}`;
}

/** The text after the member's name: "must be above 0". */
export function faultRest(message: string): string {
  const [, , rest] = quoted.exec(message) ?? [];
  return rest === undefined ? message.replace(/\.$/, "") : asPhrase(rest);
}

/** The same, prefixed with its place in the event: "Charge 2 › Quantity must be above 0". */
export function faultAt(path: Path, message: string): string {
  const place = describePath(path[0] === "AutoChargedEvent" ? path.slice(1) : path);
  if (place === "") return faultWords(message);
  const [, , rest] = quoted.exec(message) ?? [];
  return rest === undefined ? `${place}: ${message.replace(/\.$/, "")}` : `${place} ${asPhrase(rest)}`;
}
