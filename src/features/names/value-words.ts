import { ownValue } from "#room/billing/json-record.ts";
import type { Difference } from "#room/billing/diff-events.ts";
import { describePath, describeValue } from "#room/billing/field-names.ts";
import type { Path } from "#room/billing/finding.ts";
import type { DirectoryKind } from "#room/contract/schemas/directory.ts";
import { namesNow } from "./names-now.ts";

/** The members whose GUIDs have names in the directory. */
const kinds: Readonly<Record<string, DirectoryKind>> = {
  practiceId: "practice",
  providerId: "provider",
  payerId: "payer",
  feeId: "fee",
};

/** The kind of entry a member refers to; undefined for other members. */
export function namedKind(member: string): DirectoryKind | undefined {
  return ownValue(kinds, member);
}

/** A value of an event for display: a GUID by its name, if it has one. */
export function valueWords(path: Path, value: unknown): string {
  const kind = namedKind(String(path.at(-1)));
  const name = kind && typeof value === "string" ? namesNow().nameOf(kind, value) : undefined;
  return name ?? describeValue(value);
}

/** A difference in words. */
export function differenceWords({ kind, path, before, after, words }: Difference): string {
  if (kind === "moved" || namedKind(String(path.at(-1))) === undefined) return words;
  return `${describePath(path)}: ${valueWords(path, before)} became ${valueWords(path, after)}`;
}
