import { shortGuid } from "#room/contract/primitives/guid.ts";
import { minorText, minorUnits } from "#room/contract/primitives/money.ts";
import { codeOf } from "./diagnosis-identity.ts";
import type { Path } from "./finding.ts";
import { isRecord } from "./json-record.ts";

const names: Readonly<Record<string, string>> = {
  eventId: "Event ID",
  visitId: "Visit ID",
  practiceId: "Practice",
  version: "Version",
  createdId: "Created by",
  createdUserNumber: "User number",
  createdOn: "Date of service",
  wcDocFlag: "Workers' comp documents",
  authNumberFlag: "Authorization number",
  providerId: "Provider",
  payerId: "Payer",
  feeId: "Fee",
  cpt: "Procedure",
  modifier: "Modifiers",
  quantity: "Quantity",
  charge: "Charge",
  arAmount: "A/R",
  paid: "Paid",
  indicatedBy: "Diagnoses",
  billtoPayer: "Bill payer",
  billable: "Billable",
  icd9DiagCode: "ICD-9 code",
  icd10DiagCode: "ICD-10 code",
  diagCodePk: "Diagnosis key",
  priority: "Priority",
  snomed: "SNOMED code",
  paymentId: "Payment ID",
  paymentType: "Type",
  amount: "Amount",
  notes: "Notes",
  paymentCategory: "Category",
  manualReviewNeeded: "Manual review needed",
  stopProcessing: "Stop processing",
  canAutoCharge: "Can auto-charge",
  canAutoCode: "Can auto-code",
  finalStatus: "Final status",
  withholdReason: "Withhold reason",
  visitCharged: "Visit",
  charges: "Charges",
  diagnosis: "Diagnoses",
  payments: "Payments",
  audit: "Audit",
  rulesLogs: "Rules log",
  rulesLogId: "Log ID",
  ruleGroup: "Rule group",
  ruleName: "Rule",
  status: "Status",
  message: "Message",
  logLevel: "Level",
  createdDate: "Time",
};

/** The name of a member as people read it; a member that the interface does not know by its own name. */
export function fieldName(member: string): string {
  return names[member] ?? member;
}

const lists: Readonly<Record<string, string>> = {
  charges: "Charge",
  diagnosis: "Diagnosis",
  payments: "Payment",
  rulesLogs: "Rules log",
};

/** A path of an event for people: "Charge 2 › Procedure". */
export function describePath(path: Path): string {
  const parts: string[] = [];
  for (const [index, part] of path.entries()) {
    const next = path[index + 1];
    if (part === "visitCharged" || (part === "audit" && path.length > 1)) continue;
    if (typeof part === "number") continue;
    if (typeof next === "number") parts.push(`${lists[part] ?? fieldName(part)} ${next + 1}`);
    else if (part !== "amount" || parts.length === 0 || path.at(-3) === "payments")
      parts.push(fieldName(part));
  }
  return [...new Set(parts)].join(" › ");
}

function moneyWords({ currency, amount }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof currency !== "string" || typeof amount !== "number") return undefined;
  const units = minorUnits(amount, currency);
  const text = units === undefined ? String(amount) : minorText(units, currency);
  return `${text} ${currency.toUpperCase()}`;
}

/** A value of an event for people. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return shortGuid(value);
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.length === 0 ? "nothing" : items.map((item) => describeValue(item)).join(" ");
  }
  if (!isRecord(value)) return String(value);
  const words = moneyWords(value) ?? codeOf(value);
  return words === "" ? JSON.stringify(value) : words;
}
