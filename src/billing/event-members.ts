import type { Audit, RulesLog } from "#room/contract/schemas/audit.ts";
import type { AutoChargedEvent, VisitCharged } from "#room/contract/schemas/auto-charged-event.ts";
import type { Charge } from "#room/contract/schemas/charge.ts";
import type { Diagnosis } from "#room/contract/schemas/diagnosis.ts";
import type { Payment } from "#room/contract/schemas/payment.ts";
import type { LeafKind } from "./leaf-text.ts";

/*
 * The members of an event, listed once: what each holds, what people call it, and the column that it has in a grid.
 * Draft types, the editor's shapes, its columns, all labels and the lists of GUIDs follow from here. A member of the
 * contract's schemas that is missing here, or of another kind, does not compile.
 */

export type MemberKind = LeafKind | "money" | "links";

/** How a member stands in its list's grid. Columns stand in the order of their table below. */
export interface MemberColumn {
  /** Pixels. */
  readonly width: number;
  readonly look?: "number" | "code" | "faint" | "letters";
  readonly grows?: boolean;
  readonly isPinned?: boolean;
  /** A row is not complete without it. */
  readonly isEntry?: boolean;
  /** Seldom typed: tucked away until it is wanted or a fault stands in it. */
  readonly isRare?: boolean;
  /** The list of words that are offered in it. */
  readonly suggestions?: string;
}

export interface Member {
  readonly kind: MemberKind;
  /** What people call it. */
  readonly label: string;
  /** For a narrow column's head, where the label is too long. */
  readonly short?: string;
  /** Absent: it stands in no grid. */
  readonly column?: MemberColumn;
}

/** The kinds that can hold a value of the wire. */
type KindOf<Value> = Value extends boolean
  ? "flag"
  : Value extends number
    ? "number"
    : Value extends string
      ? "text" | "guid"
      : Value extends readonly string[]
        ? "words"
        : Value extends readonly unknown[]
          ? "links"
          : "money";

/** The names that the interface lists: a schema also takes any other. */
type Known<T> = keyof { [M in keyof T as string extends M ? never : M]: T[M] };

type MembersOf<T, Parts extends PropertyKey = never> = {
  readonly [M in Exclude<Known<T>, Parts>]-?: Member & { readonly kind: KindOf<NonNullable<T[M]>> };
};

const rareGuid = { width: 130, look: "faint", isRare: true } as const;
const amount = { width: 84, look: "number" } as const;

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
  modifier: { kind: "words", label: "Modifiers", column: { width: 100 } },
  indicatedBy: { kind: "links", label: "Diagnoses", column: { width: 96, look: "letters", isEntry: true } },
  quantity: {
    kind: "number",
    label: "Quantity",
    short: "Qty",
    column: { width: 56, look: "number", isEntry: true },
  },
  charge: { kind: "money", label: "Charge", column: { ...amount, isEntry: true } },
  paid: { kind: "money", label: "Paid", column: amount },
  arAmount: { kind: "money", label: "A/R", column: amount },
  billtoPayer: { kind: "flag", label: "Bill payer", column: { width: 70 } },
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
    column: { width: 130, suggestions: "payment-types", isEntry: true },
  },
  paymentCategory: {
    kind: "text",
    label: "Category",
    column: { width: 130, suggestions: "payment-categories" },
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
  finalStatus: { kind: "text", label: "Final status" },
  withholdReason: { kind: "text", label: "Withhold reason" },
} as const satisfies MembersOf<Audit, "rulesLogs">;

export const rulesLogMembers = {
  ruleGroup: { kind: "text", label: "Rule group", short: "Group", column: { width: 110 } },
  ruleName: { kind: "text", label: "Rule", column: { width: 150 } },
  status: { kind: "text", label: "Status", column: { width: 90, suggestions: "rule-statuses" } },
  logLevel: { kind: "text", label: "Level", column: { width: 80, suggestions: "rule-levels" } },
  createdDate: { kind: "text", label: "Time", column: { width: 200, look: "code" } },
  rulesLogId: { kind: "guid", label: "Log ID", column: rareGuid },
  message: { kind: "text", label: "Message", column: { width: 260 } },
} as const satisfies MembersOf<RulesLog>;

export type Members = Readonly<Record<string, Member>>;

/** The lists of an event: their members, what they and one row of them are called. */
export const eventLists = {
  charges: { members: chargeMembers, title: "Charges", row: "Charge" },
  diagnosis: { members: diagnosisMembers, title: "Diagnoses", row: "Diagnosis" },
  payments: { members: paymentMembers, title: "Payments", row: "Payment" },
  rulesLogs: { members: rulesLogMembers, title: "Rules log", row: "Rules log" },
} as const satisfies Readonly<
  Record<string, { readonly members: Members; readonly title: string; readonly row: string }>
>;

/** Every table of members. */
export const allMembers: readonly Members[] = [
  eventMembers,
  visitMembers,
  auditMembers,
  ...Object.values(eventLists).map(({ members }) => members),
];

/** The names of the members of one kind. */
export function namesOfKind(members: Members, kind: MemberKind): string[] {
  return Object.entries(members).flatMap(([name, member]) => (member.kind === kind ? [name] : []));
}
