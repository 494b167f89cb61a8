import type { DraftCharge, DraftDiagnosis, DraftEvent, DraftPayment } from "./draft-event.ts";
import type { Facts, ScrubLimits } from "./facts.ts";
import type { Finding, Fix, Path, Severity } from "./finding.ts";

/** What a row rule sees besides its row. */
export interface ScrubContext {
  /** `yyyy-MM-dd`; undefined when the visit has no valid date. */
  readonly serviceDate: string | undefined;
  /** The currency of the visit's first amount; undefined while there is none. */
  readonly currency: string | undefined;
  /** Canonical; empty when there is none. */
  readonly practiceId: string;
  readonly diagnoses: readonly DraftDiagnosis[];
  /** The canonical payer ids named by charges. */
  readonly payers: ReadonlySet<string>;
  readonly facts: Facts;
  readonly limits: ScrubLimits;
}

/** A rule's result. The runner adds the rule's id and source, and its severity if none is given. */
export interface RuleResult {
  readonly path: Path;
  readonly message: string;
  readonly severity?: Severity;
  readonly fix?: Fix;
  readonly otherFix?: Fix;
}

interface RuleBase {
  /** Kebab case, like its file name. */
  readonly id: string;
  /** The highest severity it reports. */
  readonly severity: Severity;
  /** One plain sentence for the table of rules. */
  readonly title: string;
  /** The numbers of the domain rules it implements, and their source. */
  readonly source: string;
}

/** A rule for one row; paths start at the row. */
export interface RowRule<Row> extends RuleBase {
  readonly scope: "charge" | "diagnosis" | "payment";
  check(row: Row, context: ScrubContext): readonly RuleResult[];
}
export type ChargeRule = RowRule<DraftCharge> & { readonly scope: "charge" };
export type DiagnosisRule = RowRule<DraftDiagnosis> & { readonly scope: "diagnosis" };
export type PaymentRule = RowRule<DraftPayment> & { readonly scope: "payment" };

/** A rule for the whole event, for what depends on several rows; paths start at the event. */
export interface VisitRule extends RuleBase {
  readonly scope: "visit";
  check(event: DraftEvent, context: ScrubContext): readonly RuleResult[];
}

export type AnyRule = ChargeRule | DiagnosisRule | PaymentRule | VisitRule;

/** No findings: one shared list, so that clean rows cost no memory. */
export const clean: readonly never[] = [];

export function findingOf(rule: AnyRule, result: RuleResult): Finding {
  const { path, message, severity = rule.severity, fix, otherFix } = result;
  const finding = { ruleId: rule.id, severity, path, message, source: rule.source };
  return { ...finding, ...(fix && { fix }), ...(otherFix && { otherFix }) };
}
