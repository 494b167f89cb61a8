import type { GridColumn } from "#room/ui/grid/grid-types.ts";

const amount = (member: string, title: string, isEntry = false): GridColumn => ({
  member: `${member}.amount`,
  title,
  width: 84,
  look: "number",
  isEntry,
});

/** Seldom another than that of the row above, so it stands behind what is typed, not between the amounts. */
const currency = (member: string, title: string): GridColumn => ({
  member: `${member}.currency`,
  title: `${title} currency`,
  width: 76,
  look: "faint",
  isRare: true,
});

export const chargeColumns: readonly GridColumn[] = [
  { member: "cpt", title: "CPT", width: 84, isPinned: true, isEntry: true },
  { member: "modifier", title: "Modifiers", width: 100 },
  { member: "indicatedBy", title: "Diagnoses", width: 96, look: "letters", isEntry: true },
  { member: "quantity", title: "Qty", spoken: "Quantity", width: 56, look: "number", isEntry: true },
  amount("charge", "Charge", true),
  amount("paid", "Paid"),
  amount("arAmount", "A/R"),
  { member: "billtoPayer", title: "Bill payer", width: 70, isFlag: true },
  { member: "billable", title: "Billable", width: 66, isFlag: true },
  { member: "providerId", title: "Provider", width: 130, look: "faint", isRare: true },
  { member: "payerId", title: "Payer", width: 130, look: "faint", isRare: true },
  { member: "feeId", title: "Fee", width: 130, look: "faint", isRare: true },
  currency("charge", "Charge"),
  currency("paid", "Paid"),
  currency("arAmount", "A/R"),
];

export const paymentColumns: readonly GridColumn[] = [
  { member: "paymentType", title: "Type", width: 130, suggestions: "payment-types", isEntry: true },
  { member: "paymentCategory", title: "Category", width: 130, suggestions: "payment-categories" },
  amount("amount", "Amount", true),
  { member: "notes", title: "Notes", width: 180, grows: true },
  { member: "payerId", title: "Payer", width: 130, look: "faint", isRare: true },
  { member: "paymentId", title: "Payment ID", width: 130, look: "faint", isRare: true },
  currency("amount", "Amount"),
];

export const rulesLogColumns: readonly GridColumn[] = [
  { member: "ruleGroup", title: "Group", width: 110 },
  { member: "ruleName", title: "Rule", width: 150 },
  { member: "status", title: "Status", width: 90, suggestions: "rule-statuses" },
  { member: "logLevel", title: "Level", width: 80, suggestions: "rule-levels" },
  { member: "createdDate", title: "Time", width: 200, look: "code" },
  { member: "rulesLogId", title: "Log ID", width: 130, look: "faint", isRare: true },
  { member: "message", title: "Message", width: 260 },
];
