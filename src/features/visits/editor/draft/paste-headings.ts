import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { fieldName } from "#room/billing/field-names.ts";
import type { GridColumn } from "#room/ui/grid/grid-types.ts";
import { numberIn } from "./paste-totals.ts";

/** Of what is for the whole line, before all its other names. */
const surestNames: Readonly<Record<string, readonly string[]>> = {
  "charge.amount": ["line total", "total", "extended", "ext"].flatMap((name) =>
    ["", "price", "charge", "charges", "amount"].map((of) => `${name} ${of}`.trim()),
  ),
};

/** It may be for one unit. */
const mayBeOfUnit = ["fee", "price"];

/** Other systems' names for our columns, in addition to the titles and wire names; of an amount the surest first. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  cpt: ["code", "procedure code", "cpt code", "hcpcs", "cpt/hcpcs", "proc"],
  modifier: ["mod", "mods", "modifier"],
  indicatedBy: ["dx", "diag", "diagnosis", "dx pointer", "diagnosis pointer", "pointer", "pointers", "icd"],
  quantity: ["units", "unit", "qty"],
  "charge.amount": ["charges", "charge amount", "billed", "amount", "fee", "price"],
  "paid.amount": ["paid amount"],
  "charge.currency": ["currency"],
  "amount.currency": ["currency"],
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
  const [surest = [], others = []] = [surestNames[member], otherNames[member]];
  return [...surest, member, title, spoken ?? "", ...own, ...others].map(plain);
}

interface Headed {
  /** By heading: its column, if it has one. */
  readonly members: readonly (string | undefined)[];
  /** Headings of a column that another heading names better. */
  readonly doubles: readonly string[];
  /** A heading of what is left out, as it may be for one unit of several. */
  readonly ofUnit?: string;
}

/**
 * The columns named by the first line of a pasted text; undefined if that line holds values. `below`: the lines after it.
 */
export function headedColumns(
  first: readonly string[],
  columns: readonly GridColumn[],
  below: readonly (readonly string[])[] = [],
): Headed | undefined {
  const named = columns
    .filter(({ Show }) => !Show)
    .map((column) => [column.member, namesOf(column)] as const);
  // "Fee" means the charge unless IDs are listed below it.
  const isId = (at: number) => canonicalGuid((below[0]?.[at] ?? "").trim()) !== undefined;
  const found = first.map((text, at) => {
    const name = plain(text);
    const column = named.find(
      ([member, names]) => name !== "" && names.includes(name) && !(isId(at) && member.endsWith(".amount")),
    );
    const rank = column?.[0].endsWith(".amount") ? column[1].indexOf(name) : 0;
    return { text, name, at, member: column?.[0], rank };
  });
  type Found = (typeof found)[number];
  const unitsAt = found.find(({ member }) => member === "quantity")?.at ?? -1;
  const units = below.map((row) => (row[unitsAt]?.trim() ? (numberIn(row[unitsAt]) ?? 1) : 1));
  const hasUnits = units.some((count) => count !== 1);
  const isTimes = (line: Found, one: Found) =>
    below.every((row, at) => {
      const [total, price] = [numberIn(row[line.at] ?? ""), numberIn(row[one.at] ?? "")];
      return total !== undefined && price !== undefined && Math.abs(total - price * (units[at] ?? 1)) < 0.005;
    });
  const isForLine = (one: Found) =>
    hasUnits && found.some((other) => other !== one && other.member === one.member && isTimes(one, other));
  // A price beside a charge is not what is billed.
  const best = (wanted: string) => {
    const same = found.filter(({ member }) => member === wanted);
    return same.find(isForLine) ?? same.reduce((one, other) => (other.rank < one.rank ? other : one));
  };
  const members = found.map((one) =>
    one.member !== undefined && best(one.member) === one ? one.member : undefined,
  );
  const doubles = found.filter(({ member }, at) => member !== members[at]).map(({ text }) => text);
  const ofUnit = found.find(
    (one) => hasUnits && members[one.at] !== undefined && mayBeOfUnit.includes(one.name) && !isForLine(one),
  );
  if (ofUnit) members[ofUnit.at] = undefined;
  const texts = first.filter((text) => text.trim() !== "");
  const areWords = texts.every((text) => text.trim() === "#" || (/[a-z]/i.test(text) && !/\d{3}/.test(text)));
  const count = found.filter(({ member }) => member !== undefined).length - doubles.length;
  const isHead = areWords && count > 0 && count * 2 >= texts.length;
  return isHead ? { members, doubles, ...(ofUnit && { ofUnit: ofUnit.text }) } : undefined;
}
