import type { Member } from "#room/billing/member-kinds.ts";
import type { Members } from "#room/billing/members-of-kind.ts";
import {
  chargeMembers,
  diagnosisMembers,
  paymentMembers,
  rulesLogMembers,
} from "#room/billing/event-members.ts";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";

function headOf({ label, short }: Member): Pick<GridColumn, "title" | "spoken"> {
  return short === undefined ? { title: label } : { title: short, spoken: label };
}

function columnOf(name: string, member: Member): GridColumn | undefined {
  if (!member.column) return undefined;
  return {
    ...member.column,
    ...headOf(member),
    member: member.kind === "money" ? `${name}.amount` : name,
    ...(member.kind === "flag" && { isFlag: true }),
  };
}

/** Currency rarely differs from the row above, so its column comes last, not between the amounts. */
function currencyColumnOf(name: string, { kind, label }: Member): GridColumn | undefined {
  if (kind !== "money") return undefined;
  return {
    member: `${name}.currency`,
    title: `${label} currency`,
    width: 76,
    look: "faint",
    isHiddenByDefault: true,
  };
}

function columnsOf(members: Members): GridColumn[] {
  const all = Object.entries(members);
  return [
    ...all.flatMap(([name, member]) => columnOf(name, member) ?? []),
    ...all.flatMap(([name, member]) => currencyColumnOf(name, member) ?? []),
  ];
}

export const chargeColumns: readonly GridColumn[] = columnsOf(chargeMembers);
export const diagnosisColumns: readonly GridColumn[] = columnsOf(diagnosisMembers);
export const paymentColumns: readonly GridColumn[] = columnsOf(paymentMembers);
export const rulesLogColumns: readonly GridColumn[] = columnsOf(rulesLogMembers);
