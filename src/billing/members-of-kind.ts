import type { Member } from "./member-kinds.ts";
import {
  chargeMembers,
  diagnosisMembers,
  paymentMembers,
  rulesLogMembers,
  eventMembers,
  visitMembers,
  auditMembers,
} from "./event-members.ts";

export type Members = Readonly<Record<string, Member>>;

/** The lists of an event: their members, and what they and one row are called. */
export const eventLists = {
  charges: { members: chargeMembers, title: "Charges", row: "Charge" },
  diagnosis: { members: diagnosisMembers, title: "Diagnoses", row: "Diagnosis" },
  payments: { members: paymentMembers, title: "Payments", row: "Payment" },
  rulesLogs: { members: rulesLogMembers, title: "Rules log", row: "Rules log" },
} as const satisfies Readonly<
  Record<string, { readonly members: Members; readonly title: string; readonly row: string }>
>;

export const allMembers: readonly Members[] = [
  eventMembers,
  visitMembers,
  auditMembers,
  ...Object.values(eventLists).map(({ members }) => members),
];

export function guidNamesOf(members: Members): string[] {
  return Object.entries(members).flatMap(([name, member]) => (member.kind === "guid" ? [name] : []));
}
