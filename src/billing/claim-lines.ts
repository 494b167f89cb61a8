import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import type { DraftCharge, DraftEvent } from "./draft-event.ts";
import { numberOf } from "./draft-event.ts";
import { modifiersOf } from "./procedure-code.ts";

/** A charge that goes on a claim, as claim edits look at it. */
export interface ClaimLine {
  /** Its place among the charges. */
  readonly index: number;
  readonly charge: DraftCharge;
  readonly code: string;
  readonly modifiers: readonly string[];
  /** 0 while the quantity is no number. */
  readonly units: number;
  /** "" when none is given. */
  readonly provider: string;
}

const noGuid = "0".repeat(32);

/** The provider as it is compared. */
export function providerOf({ providerId }: Pick<DraftCharge, "providerId">): string {
  if (!providerId) return "";
  // The form on the wire: this runs for every line at every rest.
  const canonical = providerId.length === 32 ? providerId.toLowerCase() : canonicalGuid(providerId);
  return canonical === noGuid ? "" : (canonical ?? providerId);
}

/** The charges that have a code and are billed. */
export function claimLinesOf(event: DraftEvent): ClaimLine[] {
  return (event.visitCharged?.charges ?? []).flatMap((charge, index) => {
    const code = (charge.cpt ?? "").trim().toUpperCase();
    if (code === "" || charge.billable === false) return [];
    const units = Math.max(0, numberOf(charge.quantity) ?? 0);
    return [{ index, charge, code, modifiers: modifiersOf(charge), units, provider: providerOf(charge) }];
  });
}

/** A line without a provider may be anybody's. */
export function mayBeSameProvider(a: ClaimLine, b: ClaimLine): boolean {
  return a.provider === "" || b.provider === "" || a.provider === b.provider;
}

/** What a finding of the edits must say of itself: the event names no patient. */
export const oneVisitOnly = "This looks at one visit, not at the patient's whole day.";
