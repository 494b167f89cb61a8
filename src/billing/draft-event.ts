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

/*
 * An event while it is worked on: the members of AutoChargedEvent, any of which may still be missing, and numbers
 * that may still be text because they do not read as numbers yet. Every AutoChargedEvent is a DraftEvent.
 */

type Given<T> = T | null | undefined;

/** Members that the interface does not know are kept, whatever they hold. */
interface Loose {
  readonly [member: string]: unknown;
}

/** Money being typed: text stands in `amount` while it does not read as a number. */
export interface DraftMoney extends Loose {
  readonly currency?: Given<string>;
  readonly amount?: Given<number | string>;
}

/** What a member may hold while it is worked on. */
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

/** An AutoChargedEvent that may not be finished. */
export interface DraftEvent extends DraftOf<typeof eventMembers> {
  /** Made up, to try the console with. It stands in the event itself, so that copies and exports have it too. */
  readonly isExample?: unknown;
  readonly visitCharged?: Given<DraftVisit>;
  readonly audit?: Given<DraftAudit>;
}

/** The number that was typed; undefined when absent or when it does not read as one. */
export function numberOf(value: Given<number | string>): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" ? numberOfText(value) : undefined;
}

/** True when nothing was typed. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/** JSON as a draft, whatever it holds: those who read a draft take any, and say what is wrong with it. */
export function asDraft(content: unknown): DraftEvent {
  // The rules, the editor and the contract's own look are what tests the members.
  return content as DraftEvent;
}
