import { decimalText } from "#room/contract/primitives/money.ts";
import { isBlank, numberOf } from "#room/billing/draft-event.ts";
import { type ChargeRule, clean } from "#room/billing/rule.ts";

export const quantity: ChargeRule = {
  id: "quantity",
  scope: "charge",
  severity: "block",
  title: "Units are above 0, with at most one decimal, and within the usual range for one line.",
  source: "F19: 837P unit edits",
  check(charge, { limits }) {
    const path = ["quantity"];
    if (isBlank(charge.quantity)) return clean;
    const units = numberOf(charge.quantity);
    if (units === undefined)
      return [{ path, message: `“${String(charge.quantity)}” isn’t a valid quantity.` }];
    if (units <= 0) {
      const fix = { label: "Set to 1", edits: [{ kind: "set", path, value: 1 } as const] };
      return [{ path, message: "The quantity must be above 0.", fix }];
    }
    const [, decimals = ""] = decimalText(units).split(".");
    if (decimals.length > 1)
      return [{ path, severity: "warn", message: "A quantity has at most one decimal." }];
    if (units <= limits.unitsPerCharge) return clean;
    return [{ path, severity: "warn", message: `${units} units is more than usual for one line.` }];
  },
};
