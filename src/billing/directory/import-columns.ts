import type { DirectoryKind } from "#room/contract/schemas/directory.ts";

export type ImportMember =
  | "id"
  | "name"
  | "shortName"
  | "npi"
  | "timeZone"
  | "directAddress"
  | "activeFrom"
  | "activeTo"
  | "mergedInto"
  | "code"
  | "modifiers"
  | "payerId"
  | "practiceId"
  | "amount"
  | "currency";

const known: Readonly<Record<ImportMember, { readonly label: string; readonly headings: string }>> = {
  id: {
    label: "ID",
    headings: "id|guid|uuid|key|pk",
  },
  name: {
    label: "Name",
    headings:
      "name|fullname|practice|practicename|provider|providername|renderingprovider|renderingprovidername|physician|physicianname|payer|payername|insurance|insurancecompany|insurancename|carrier|carriername|description|desc|longname|feename|procedure",
  },
  shortName: {
    label: "Short name",
    headings: "short|shortname|abbreviation|abbrev|abbr|initials|alias|nickname",
  },
  npi: {
    label: "NPI",
    headings:
      "npi|npinumber|nationalprovideridentifier|nationalprovideridentifiernpi|providernpi|renderingnpi|renderingprovidernpi|practicenpi|groupnpi",
  },
  directAddress: {
    label: "Direct address",
    headings: "direct|directaddress|directemail|directmessagingaddress|email|emailaddress",
  },
  timeZone: { label: "Time zone", headings: "timezone|tz|zone" },
  activeFrom: {
    label: "Active from",
    headings:
      "activefrom|from|start|startdate|effective|effectivedate|effdate|effectivefrom|validfrom|begin|begindate",
  },
  activeTo: {
    label: "Active to",
    headings:
      "activeto|to|end|enddate|expires|expirationdate|validto|termdate|terminationdate|termed|terminated|through",
  },
  mergedInto: { label: "Merged into", headings: "mergedinto|sameas" },
  code: {
    label: "Code",
    headings: "code|cpt|cptcode|hcpcs|hcpcscode|procedurecode|cpthcpcs|cpthcpcscode|servicecode|procedure",
  },
  modifiers: { label: "Modifiers", headings: "modifier|modifiers|mod|mods" },
  payerId: { label: "Payer", headings: "payer|payerid|payername|insurance|payerguid" },
  practiceId: { label: "Practice", headings: "practice|practiceid|practicename|location|practiceguid" },
  amount: { label: "Amount", headings: "amount|fee|price|charge|rate|allowed|unitprice" },
  currency: { label: "Currency", headings: "currency|curr" },
};

const always = ["activeFrom", "activeTo"] as const;
const membersOfKind: Readonly<Record<DirectoryKind, readonly ImportMember[]>> = {
  practice: ["id", "name", "shortName", "npi", "timeZone", ...always, "mergedInto"],
  provider: ["id", "name", "shortName", "npi", "directAddress", ...always, "mergedInto"],
  payer: ["id", "name", "shortName", ...always, "mergedInto"],
  // A fee's own columns come before the ones that name it.
  fee: [
    "id",
    "code",
    "modifiers",
    "payerId",
    "practiceId",
    "amount",
    "currency",
    ...always,
    "name",
    "shortName",
  ],
};

export function labelOfMember(member: ImportMember): string {
  return known[member].label;
}

export function importMembers(kind: DirectoryKind): readonly ImportMember[] {
  return membersOfKind[kind];
}

/** The member of each column; undefined: ignored. */
export type ColumnMap = readonly (ImportMember | undefined)[];

const plainOf = (heading: string) => heading.toLowerCase().replaceAll(/[^a-z]/g, "");

/** How many columns say that they are the price. */
export function countAmounts(headings: readonly string[]): number {
  const names = known.amount.headings.split("|");
  return headings.filter((heading) => names.includes(plainOf(heading))).length;
}

export function columnsByHeadings(kind: DirectoryKind, headings: readonly string[]): ColumnMap {
  const plain = headings.map(plainOf);
  const found = new Map<number, ImportMember>();
  // `payer` is a payer's name, or the payer of a fee: the kind's own meaning comes first.
  for (const member of membersOfKind[kind]) {
    const names = known[member].headings.split("|");
    const own = member === "id" ? [`${kind}id`, `${kind}guid`, ...names] : names;
    const at = own.map((name) => plain.findIndex((each, index) => each === name && !found.has(index)));
    const first = at.find((index) => index >= 0);
    if (first !== undefined) found.set(first, member);
  }
  return headings.map((_heading, index) => found.get(index));
}

export function hasHeadings(kind: DirectoryKind, cells: readonly string[]): boolean {
  return columnsByHeadings(kind, cells).filter((member) => member !== undefined).length >= 2;
}
