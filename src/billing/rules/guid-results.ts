import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { type RuleResult, clean } from "#room/billing/rule.ts";
import { namedKind } from "#room/billing/directory/named-kind.ts";
import { fieldName } from "#room/billing/field-names.ts";
import type { Path } from "#room/billing/finding.ts";

/** The results for one GUID: malformed ones block, an unusual spelling is noted with its canonical form. */
export function guidResults(value: unknown, path: Path): readonly RuleResult[] {
  if (typeof value !== "string" || isGuidAbsent(value)) return clean;
  const canonical = canonicalGuid(value);
  if (canonical === value) return clean;
  const name = fieldName(String(path.at(-1)));
  if (canonical !== undefined) {
    const fix = { label: "Remove the hyphens", edits: [{ kind: "set", path, value: canonical } as const] };
    return [{ path, severity: "note", message: `${name} is stored without hyphens.`, fix }];
  }
  const typed = value.trim();
  const stripped = value.replaceAll(/[^0-9a-f]/gi, "").toLowerCase();
  // A name that nobody knows stays as typed; "Abe" is one, although its letters could be an ID's.
  const isName = namedKind(String(path.at(-1))) !== undefined && /[g-z]|^\D+$/i.test(typed);
  const message = isName ? unknownName(name, typed) : notAnId(name, typed.length);
  if (stripped.length !== 32 || /[g-z]/i.test(value)) return [{ path, message }];
  const fix = {
    label: "Keep the 32 characters",
    edits: [{ kind: "set", path, value: stripped } as const],
  };
  return [{ path, message, fix }];
}

function unknownName(kind: string, typed: string): string {
  const shown = typed.length > 40 ? `${typed.slice(0, 40)}…` : typed;
  return `No ${kind.toLowerCase()} is known as “${shown}”. Choose one from the list, or paste its ID.`;
}

function notAnId(name: string, length: number): string {
  return `${name} isn’t a valid ID: an ID has 32 characters (0–9, a–f), and this has ${length}.`;
}

export function guidResultsOf(
  row: Readonly<Record<string, unknown>>,
  names: readonly string[],
  path: Path = [],
): readonly RuleResult[] {
  return names.flatMap((name) => guidResults(row[name], [...path, name]));
}
