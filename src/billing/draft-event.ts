import type {
  auditMembers,
  chargeMembers,
  diagnosisMembers,
  eventMembers,
  paymentMembers,
  rulesLogMembers,
  visitMembers,
} from "./event-members.ts";
import type { Members } from "./members-of-kind.ts";
import { numberOfText } from "./leaf-text.ts";

/* An event being edited: the members of AutoChargedEvent, any of which may be missing, with numbers as text while they
   do not parse. Every AutoChargedEvent is a DraftEvent. */

type Given<T> = T | null | undefined;

/** Members unknown to the interface are kept, whatever they hold. */
interface Loose {
  readonly [member: string]: unknown;
}

/** Money being typed: `amount` is text while it does not parse as a number. */
export interface DraftMoney extends Loose {
  readonly currency?: Given<string>;
  readonly amount?: Given<number | string>;
}

interface Held {
  readonly text: string;
  readonly guid: string;
  readonly number: number | string;
  readonly flag: boolean;
  readonly words: readonly string[];
  readonly money: DraftMoney;
  readonly links: readonly DraftDiagnosis[];
}

type DraftOf<T extends Members> = Loose & { readonly [M in keyof T]?: Given<Held[T[M]["kind"]]> };

export type DraftDiagnosis = DraftOf<typeof diagnosisMembers>;
export type DraftCharge = DraftOf<typeof chargeMembers>;
export type DraftPayment = DraftOf<typeof paymentMembers>;
export type DraftRulesLog = DraftOf<typeof rulesLogMembers>;

export type DraftAudit = DraftOf<typeof auditMembers> & {
  readonly rulesLogs?: Given<readonly DraftRulesLog[]>;
};

export type DraftVisit = DraftOf<typeof visitMembers> & {
  readonly charges?: Given<readonly DraftCharge[]>;
  readonly diagnosis?: Given<readonly DraftDiagnosis[]>;
  readonly payments?: Given<readonly DraftPayment[]>;
};

export interface DraftEvent extends DraftOf<typeof eventMembers> {
  /** Sample data for trying the console. A member of the event itself, so that copies and exports keep it. */
  readonly isExample?: unknown;
  readonly visitCharged?: Given<DraftVisit>;
  readonly audit?: Given<DraftAudit>;
}

/** The number typed; undefined when absent or not a number. */
export function numberOf(value: Given<number | string>): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" ? numberOfText(value) : undefined;
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/** Any JSON as a draft: readers of drafts accept any value and report what is wrong. */
export function asDraft(content: unknown): DraftEvent {
  // The rules, the editor and the contract validate the members.
  return content as DraftEvent;
}
