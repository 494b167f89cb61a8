import { namedKind } from "#room/billing/directory/named-kind.ts";
import type { Difference } from "#room/billing/diff-events.ts";
import { describePath, describeValue } from "#room/billing/field-names.ts";
import type { Path } from "#room/billing/finding.ts";
import { namesNow } from "./names-now.ts";

/** A value of an event for display: a GUID by its name, if it has one. */
export function valueWords(path: Path, value: unknown): string {
  const kind = namedKind(String(path.at(-1)));
  const name = kind && typeof value === "string" ? namesNow().nameOf(kind, value) : undefined;
  return name ?? describeValue(value);
}

export function differenceWords({ kind, path, before, after, words }: Difference): string {
  if (kind === "moved" || namedKind(String(path.at(-1))) === undefined) return words;
  return `${describePath(path)}: ${valueWords(path, before)} became ${valueWords(path, after)}`;
}
