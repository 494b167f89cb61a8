import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { type DraftCharge, type DraftEvent, numberOf } from "./draft-event.ts";
import { modifiersOf } from "./procedure-code.ts";

export interface ClaimLine {
  readonly index: number;
  readonly charge: DraftCharge;
  readonly code: string;
  readonly modifiers: readonly string[];
  /** 0 while the quantity is not a number. */
  readonly units: number;
  /** Empty when not given. */
  readonly provider: string;
}

const noGuid = "0".repeat(32);

export function providerOf({ providerId }: Pick<DraftCharge, "providerId">): string {
  if (!providerId) return "";
  // Fast path for the wire form: this runs for every line whenever typing pauses.
  const canonical = providerId.length === 32 ? providerId.toLowerCase() : canonicalGuid(providerId);
  return canonical === noGuid ? "" : (canonical ?? providerId);
}

export function claimLinesOf(event: DraftEvent): ClaimLine[] {
  return (event.visitCharged?.charges ?? []).flatMap((charge, index) => {
    const code = (charge.cpt ?? "").trim().toUpperCase();
    if (code === "" || charge.billable === false) return [];
    const units = Math.max(0, numberOf(charge.quantity) ?? 0);
    return [{ index, charge, code, modifiers: modifiersOf(charge), units, provider: providerOf(charge) }];
  });
}

/** A line without a provider could be any provider's. */
export function mayBeSameProvider(a: ClaimLine, b: ClaimLine): boolean {
  return a.provider === "" || b.provider === "" || a.provider === b.provider;
}

/** Included in every finding of the claim edits: the event names no patient. */
export const oneVisitOnly = "This looks at one visit, not at the patient’s whole day.";
