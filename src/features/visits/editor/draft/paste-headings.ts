import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { fieldName } from "#room/billing/field-names.ts";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";

/** Other systems' names for our columns, in addition to the titles and wire names; of an amount the surest first. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  cpt: ["code", "procedure code", "cpt code", "hcpcs", "cpt/hcpcs", "proc"],
  modifier: ["mod", "mods", "modifier"],
  indicatedBy: ["dx", "diag", "diagnosis", "dx pointer", "diagnosis pointer", "pointer", "pointers", "icd"],
  quantity: ["units", "unit", "qty"],
  "charge.amount": ["charges", "charge amount", "billed", "amount", "fee", "price"],
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

interface Headed {
  /** By heading: its column, if it has one. */
  readonly members: readonly (string | undefined)[];
  /** Headings of a column that another heading names better. */
  readonly doubles: readonly string[];
}

/**
 * The columns named by the first line of a pasted text; undefined if that line holds values. `below`: the line after it.
 */
export function headedColumns(
  first: readonly string[],
  columns: readonly GridColumn[],
  below: readonly string[] = [],
): Headed | undefined {
  const named = columns
    .filter(({ Show }) => !Show)
    .map((column) => [column.member, namesOf(column)] as const);
  // "Fee" means the charge unless IDs are listed below it.
  const isId = (at: number) => canonicalGuid((below[at] ?? "").trim()) !== undefined;
  const found = first.map((text, at) => {
    const name = plain(text);
    const column = named.find(
      ([member, names]) => name !== "" && names.includes(name) && !(isId(at) && member.endsWith(".amount")),
    );
    const rank = column?.[0].endsWith(".amount") ? column[1].indexOf(name) : 0;
    return { text, member: column?.[0], rank };
  });
  // A price beside a charge is not what is billed.
  const best = (wanted: string) =>
    found
      .filter(({ member }) => member === wanted)
      .reduce((one, other) => (other.rank < one.rank ? other : one));
  const members = found.map((one) =>
    one.member !== undefined && best(one.member) === one ? one.member : undefined,
  );
  const doubles = found.filter(({ member }, at) => member !== members[at]).map(({ text }) => text);
  const texts = first.filter((text) => text.trim() !== "");
  const areWords = texts.every((text) => text.trim() === "#" || (/[a-z]/i.test(text) && !/\d{3}/.test(text)));
  const count = members.filter((member) => member !== undefined).length;
  const isHead = areWords && count > 0 && count * 2 >= texts.length;
  return isHead ? { members, doubles } : undefined;
}
