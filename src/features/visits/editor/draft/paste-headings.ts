import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { fieldName } from "#room/billing/field-names.ts";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";

/** What other systems call our columns, beside the titles and the wire's own names. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  cpt: ["code", "procedure code", "cpt code", "hcpcs", "cpt/hcpcs", "proc"],
  modifier: ["mod", "mods", "modifier"],
  indicatedBy: ["dx", "diag", "diagnosis", "dx pointer", "diagnosis pointer", "pointer", "pointers", "icd"],
  quantity: ["units", "unit", "qty"],
  "charge.amount": ["charges", "amount", "charge amount", "fee", "price", "billed"],
  "paid.amount": ["paid amount"],
  "arAmount.amount": ["ar", "open"],
  icd10DiagCode: ["icd10", "icd 10 code", "diagnosis", "dx", "code"],
  icd9DiagCode: ["icd9", "icd 9 code"],
  notes: ["note"],
  paymentType: ["payment type"],
  paymentCategory: ["payment category"],
};

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

function namesOf({ member, title, spoken }: GridColumn): string[] {
  const [base = "", part] = member.split(".");
  // A sum's amount answers to the sum's name; its currency has one of its own.
  const own = part === "currency" ? [] : [base, fieldName(base)];
  return [member, title, spoken ?? "", ...own, ...(otherNames[member] ?? [])].map(plain);
}

/**
 * The columns that the first line of a pasted text names, in its order; undefined where the line holds values. A
 * heading that no column answers to stays undefined in the list. `below`: the line after it.
 */
export function headedColumns(
  first: readonly string[],
  columns: readonly GridColumn[],
  below: readonly string[] = [],
): readonly (string | undefined)[] | undefined {
  const named = columns
    .filter(({ Show }) => !Show)
    .map((column) => [column.member, namesOf(column)] as const);
  const taken = new Set<string>();
  const members = first.map((text, at) => {
    const name = plain(text);
    // A fee is what is charged, unless its ID stands below it.
    const isId = canonicalGuid((below[at] ?? "").trim()) !== undefined;
    const fits = (member: string) => !taken.has(member) && !(isId && member.endsWith(".amount"));
    const member =
      name === "" ? undefined : named.find(([each, names]) => fits(each) && names.includes(name))?.[0];
    if (member !== undefined) taken.add(member);
    return member;
  });
  const texts = first.filter((text) => text.trim() !== "");
  const areWords = texts.every((text) => /[a-z]/i.test(text) && !/\d{3}/.test(text));
  const isHead = areWords && taken.size > 0 && taken.size * 2 >= texts.length;
  return isHead ? members : undefined;
}
