import { fieldName } from "#room/billing/field-names.ts";

/** The label of a row's member, as its column is headed: "Charge" for `charge.amount`, "Paid currency" for `paid.currency`. */
export function memberName(member: string): string {
  const [name = "", part] = member.split(".");
  return part === "currency" ? `${fieldName(name)} currency` : fieldName(name);
}
