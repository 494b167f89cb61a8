import type {
  Audit,
  RulesLog,
  AutoChargedEvent,
  VisitCharged,
  Charge,
  Diagnosis,
  Payment,
} from "#room/contract/schemas/auto-charged-event.ts";
import type { MembersOf } from "./member-kinds.ts";

const rareGuid = { width: 130, look: "faint", isHiddenByDefault: true } as const;
const amount = { width: 78, look: "number" } as const;

export const eventMembers = {
  eventId: { kind: "guid", label: "Event ID" },
} as const satisfies MembersOf<AutoChargedEvent, "visitCharged" | "audit">;

export const visitMembers = {
  visitId: { kind: "guid", label: "Visit ID" },
  practiceId: { kind: "guid", label: "Practice" },
  createdOn: { kind: "text", label: "Date of service" },
  version: { kind: "text", label: "Version" },
  createdId: { kind: "text", label: "Created by" },
  createdUserNumber: { kind: "number", label: "User number" },
  wcDocFlag: { kind: "flag", label: "Workers’ comp documents" },
  authNumberFlag: { kind: "flag", label: "Authorization number" },
} as const satisfies MembersOf<VisitCharged, "charges" | "diagnosis" | "payments">;

export const chargeMembers = {
  cpt: {
    kind: "text",
    label: "Procedure",
    short: "CPT",
    column: { width: 84, isPinned: true, isEntry: true },
  },
  modifier: { kind: "words", label: "Modifiers", column: { width: 84 } },
  indicatedBy: { kind: "links", label: "Diagnoses", column: { width: 84, look: "letters", isEntry: true } },
  quantity: {
    kind: "number",
    label: "Quantity",
    short: "Qty",
    column: { width: 56, look: "number", isEntry: true },
  },
  charge: { kind: "money", label: "Charge", column: { ...amount, isEntry: true } },
  paid: { kind: "money", label: "Paid", column: amount },
  arAmount: { kind: "money", label: "A/R", column: amount },
  billtoPayer: { kind: "flag", label: "Bill payer", column: { width: 74 } },
  billable: { kind: "flag", label: "Billable", column: { width: 66 } },
  providerId: { kind: "guid", label: "Provider", column: rareGuid },
  payerId: { kind: "guid", label: "Payer", column: rareGuid },
  feeId: { kind: "guid", label: "Fee", column: rareGuid },
} as const satisfies MembersOf<Charge>;

export const diagnosisMembers = {
  icd10DiagCode: {
    kind: "text",
    label: "ICD-10 code",
    short: "ICD-10",
    column: { width: 104, isPinned: true, isEntry: true },
  },
  icd9DiagCode: { kind: "text", label: "ICD-9 code", short: "ICD-9", column: { width: 80 } },
  priority: { kind: "number", label: "Priority", column: { width: 64, look: "number" } },
  snomed: { kind: "text", label: "SNOMED code", short: "SNOMED", column: { width: 110, look: "faint" } },
  diagCodePk: { kind: "guid", label: "Diagnosis key", column: rareGuid },
} as const satisfies MembersOf<Diagnosis>;

export const paymentMembers = {
  paymentType: {
    kind: "text",
    label: "Type",
    column: { width: 130, isEntry: true },
  },
  paymentCategory: {
    kind: "text",
    label: "Category",
    column: { width: 130 },
  },
  amount: { kind: "money", label: "Amount", column: { ...amount, isEntry: true } },
  notes: { kind: "text", label: "Notes", column: { width: 180, grows: true } },
  payerId: { kind: "guid", label: "Payer", column: rareGuid },
  paymentId: { kind: "guid", label: "Payment ID", column: rareGuid },
} as const satisfies MembersOf<Payment>;

export const auditMembers = {
  canAutoCharge: { kind: "flag", label: "Can auto-charge" },
  manualReviewNeeded: { kind: "flag", label: "Manual review needed" },
  stopProcessing: { kind: "flag", label: "Stop processing" },
  canAutoCode: { kind: "flag", label: "Can auto-code" },
  finalStatus: { kind: "text", label: "Rules status" },
  withholdReason: { kind: "text", label: "Withhold reason" },
} as const satisfies MembersOf<Audit, "rulesLogs">;

export const rulesLogMembers = {
  ruleGroup: { kind: "text", label: "Rule group", short: "Group", column: { width: 110 } },
  ruleName: { kind: "text", label: "Rule", column: { width: 150 } },
  status: { kind: "text", label: "Status", column: { width: 90 } },
  logLevel: { kind: "text", label: "Level", column: { width: 80 } },
  createdDate: { kind: "text", label: "Time", column: { width: 160 } },
  rulesLogId: { kind: "guid", label: "Log ID", column: rareGuid },
  message: { kind: "text", label: "Message", column: { width: 260 } },
} as const satisfies MembersOf<RulesLog>;
