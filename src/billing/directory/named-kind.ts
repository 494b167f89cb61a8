import { ownValue } from "#room/billing/json-record.ts";
import type { DirectoryKind } from "#room/contract/schemas/directory.ts";

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
