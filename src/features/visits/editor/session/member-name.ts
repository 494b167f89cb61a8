import { fieldName } from "#room/billing/field-names.ts";

/** The label of a row's member: "Amount" for `charge.amount`, "Paid currency" for `paid.currency`. */
export function memberName(member: string): string {
  if (member === "charge.amount") return "Amount";
  const [name = "", part] = member.split(".");
  return part === "currency" ? `${fieldName(name)} currency` : fieldName(name);
}
