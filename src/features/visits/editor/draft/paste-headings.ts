import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { fieldName } from "#room/billing/field-names.ts";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";

/** Other systems' names for our columns, in addition to the titles and wire names. */
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
  // An amount also matches its parent's name; its currency has its own name.
  const own = part === "currency" ? [] : [base, fieldName(base)];
  return [member, title, spoken ?? "", ...own, ...(otherNames[member] ?? [])].map(plain);
}

/**
 * The columns named by the first line of a pasted text, in its order; undefined if that line holds values. Headings
 * that match no column are undefined in the list. `below`: the line after it.
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
    // "Fee" means the charge unless IDs are listed below it.
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
