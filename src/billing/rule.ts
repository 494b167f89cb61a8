import type { DraftCharge, DraftDiagnosis, DraftEvent, DraftPayment } from "./draft-event.ts";
import type { Facts, ScrubLimits } from "./facts.ts";
import type { Finding, Fix, Path, Severity } from "./finding.ts";

/** What a rule of a row may see beside its row. The same object as long as none of it changed. */
export interface ScrubContext {
  /** `yyyy-MM-dd`; undefined when the visit has no usable date. */
  readonly serviceDate: string | undefined;
  /** The visit's currency: that of its first amount; undefined while there is none. */
  readonly currency: string | undefined;
  /** Canonical; empty while there is none. */
  readonly practiceId: string;
  readonly diagnoses: readonly DraftDiagnosis[];
  /** Canonical payers that the charges name. */
  readonly payers: ReadonlySet<string>;
  readonly facts: Facts;
  readonly limits: ScrubLimits;
}

/** What a rule says: the runner adds the rule's id, its source, and its severity where none is given. */
export interface RuleResult {
  readonly path: Path;
  readonly message: string;
  readonly severity?: Severity;
  readonly fix?: Fix;
}

interface RuleBase {
  /** Kebab case, as its file. */
  readonly id: string;
  /** The severest it gives. */
  readonly severity: Severity;
  /** One plain sentence for the table of rules. */
  readonly title: string;
  /** The numbers of the domain rules that it covers, and where they come from. */
  readonly source: string;
}

/** A rule of one row: its paths start at the row. */
export interface RowRule<Row> extends RuleBase {
  readonly scope: "charge" | "diagnosis" | "payment";
  check(row: Row, context: ScrubContext): readonly RuleResult[];
}
export type ChargeRule = RowRule<DraftCharge> & { readonly scope: "charge" };
export type DiagnosisRule = RowRule<DraftDiagnosis> & { readonly scope: "diagnosis" };
export type PaymentRule = RowRule<DraftPayment> & { readonly scope: "payment" };

/** A rule that sees the whole event, for what several rows make together: its paths start at the event. */
export interface VisitRule extends RuleBase {
  readonly scope: "visit";
  check(event: DraftEvent, context: ScrubContext): readonly RuleResult[];
}

export type AnyRule = ChargeRule | DiagnosisRule | PaymentRule | VisitRule;

/** Nothing found: one shared list, so that clean rows cost no memory. */
export const clean: readonly never[] = [];

/** The rule's result as a finding. */
export function findingOf(rule: AnyRule, result: RuleResult): Finding {
  const { path, message, severity = rule.severity, fix } = result;
  const finding = { ruleId: rule.id, severity, path, message, source: rule.source };
  return fix ? { ...finding, fix } : finding;
}
