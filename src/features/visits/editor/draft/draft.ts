import {
  auditMembers,
  chargeMembers,
  diagnosisMembers,
  eventMembers,
  paymentMembers,
  rulesLogMembers,
  visitMembers,
} from "#room/billing/event-members.ts";
import type { eventLists, Members } from "#room/billing/members-of-kind.ts";
import type { MemberKind } from "#room/billing/member-kinds.ts";

export type Shape = Readonly<Record<string, MemberKind>>;

type ShapeOf<T extends Members> = { readonly [M in keyof T]: T[M]["kind"] };

function shapeOf<T extends Members>(members: T): ShapeOf<T> {
  const kinds = Object.entries(members).map(([name, { kind }]) => [name, kind]);
  // `fromEntries` loses the key types.
  return Object.fromEntries(kinds) as ShapeOf<T>;
}

export const eventShape = shapeOf(eventMembers);
export const visitShape = shapeOf(visitMembers);
export const chargeShape = shapeOf(chargeMembers);
export const diagnosisShape = shapeOf(diagnosisMembers);
export const paymentShape = shapeOf(paymentMembers);
export const auditShape = shapeOf(auditMembers);
export const rulesLogShape = shapeOf(rulesLogMembers);

export interface MoneyDraft {
  readonly currency: string;
  readonly amount: string;
}

/**
 * A charge's link to a diagnosis of the visit, by the diagnosis's row id, so that reordering does not affect it.
 * Without `to` it is text that was typed or imported and matches no diagnosis of this visit (or not yet: a letter).
 */
export interface Link {
  readonly linkId: string;
  readonly to?: string;
  readonly text?: string;
}

type Held<K extends MemberKind> = K extends "money"
  ? MoneyDraft
  : K extends "links"
    ? readonly Link[]
    : string;
type DraftOf<S extends Shape> = { readonly [M in keyof S]: Held<S[M]> };
type Row = { readonly rowId: string };

/** The result of `draftOfRecord`: all members except the links, which have their own function. */
export type RecordDraft<S extends Shape> = {
  readonly [M in keyof S as S[M] extends "links" ? never : M]: Held<S[M]>;
};

export type ChargeDraft = DraftOf<typeof chargeShape> & Row;
export type DiagnosisDraft = DraftOf<typeof diagnosisShape> & Row;
export type PaymentDraft = DraftOf<typeof paymentShape> & Row;
export type RulesLogDraft = DraftOf<typeof rulesLogShape> & Row;

/** The members of an AutoChargedEvent outside its lists, in wire shape: the form's values. */
export interface DraftFields {
  readonly eventId: string;
  readonly visitCharged: DraftOf<typeof visitShape>;
  readonly audit: DraftOf<typeof auditShape>;
}

export type ListName = keyof typeof eventLists;
export interface ListRows {
  readonly charges: ChargeDraft;
  readonly diagnosis: DiagnosisDraft;
  readonly payments: PaymentDraft;
  readonly rulesLogs: RulesLogDraft;
}
export type RowDraft = ListRows[ListName];
export type DraftRows = { readonly [L in ListName]: readonly ListRows[L][] };

export interface Draft {
  readonly fields: DraftFields;
  readonly rows: DraftRows;
}

export const listShapes = {
  charges: chargeShape,
  diagnosis: diagnosisShape,
  payments: paymentShape,
  rulesLogs: rulesLogShape,
} as const satisfies Record<ListName, Shape>;

/** The path of each list in AutoChargedEvent; the prefix of its field names. */
export const listPaths = {
  charges: "visitCharged.charges",
  diagnosis: "visitCharged.diagnosis",
  payments: "visitCharged.payments",
  rulesLogs: "audit.rulesLogs",
} as const satisfies Record<ListName, string>;

/** The JSON the draft was made from, kept so that unedited parts go out as they came in. */
export interface DraftSource {
  readonly event: unknown;
  readonly rows: ReadonlyMap<string, unknown>;
  readonly links: ReadonlyMap<string, unknown>;
  /** Rows that were added but not typed in yet, as JSON of their initial state; not part of the event. */
  readonly fresh: ReadonlyMap<string, string>;
}

/** Sources that grow with the draft: copied or inserted rows bring their JSON. */
export interface GrowingSource extends DraftSource {
  readonly rows: Map<string, unknown>;
  readonly links: Map<string, unknown>;
  readonly fresh: Map<string, string>;
  /** The text that the fee schedule wrote into each cell, by `cellKey`. A cell that holds it counts as not typed. */
  readonly filled: Map<string, string>;
}

let lastRow = 0;

export function newRowId(): string {
  lastRow += 1;
  return `r${lastRow}`;
}

const carried = "carried-";

/** Copies the links of the line above to a new line. */
export function carryLinks(links: readonly Link[]): Link[] {
  return links
    .filter(({ to, text = "" }) => to !== undefined || /^[A-Z]$/.test(text))
    .map((link) => ({ ...link, linkId: `${carried}${newRowId()}` }));
}

/** True for a link copied to a new line, not typed. */
export function isCopiedFromAbove({ linkId }: Link): boolean {
  return linkId.startsWith(carried);
}

/**
 * A row's initial state, to tell whether it has changed. Carried links are left out, since they come and go with their
 * diagnoses, and what the line has from the visit.
 */
export function beginningOf(row: RowDraft): string {
  if (!("indicatedBy" in row)) return JSON.stringify(row);
  const { providerId: _provider, payerId: _payer, ...own } = row;
  return JSON.stringify({ ...own, indicatedBy: row.indicatedBy.filter((link) => !isCopiedFromAbove(link)) });
}

/** True for an added row that still holds only its initial state. */
export function isPristine(row: RowDraft, source: DraftSource): boolean {
  const began = source.fresh.get(row.rowId);
  return began !== undefined && began === beginningOf(row);
}
