import { accept } from "#room/contract/accept.ts";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { canonicalGuid } from "#room/contract/primitives/guid.ts";
import { balanceOf } from "./balance.ts";
import { codeOf } from "./diagnosis-identity.ts";
import type { DraftEvent } from "./draft-event.ts";
import { describePath } from "./field-names.ts";
import { countFindings } from "./finding.ts";
import type { Finding, Path } from "./finding.ts";
import type { Facts } from "./facts.ts";
import { outcomeOf } from "./outcome.ts";
import { scrub } from "./scrub.ts";
import { serviceDateOf } from "./service-date.ts";

/** What a list of events needs to know of one without opening it. */
export interface EventSummary {
  readonly visitId: string;
  readonly practiceId: string;
  /** What is charged on all lines, in whole minor units; undefined when the amounts cannot be added. */
  readonly amountMinor: number | undefined;
  readonly currency: string;
  readonly lineCount: number;
  /** `yyyy-MM-dd` */
  readonly serviceDate?: string;
  /** Why it will be withheld when it is sent, in plain words; "" when nothing in the audit stands in the way. */
  readonly reason: string;
  /** Findings that stop a send. */
  readonly blocking: number;
  readonly warnings: number;
  /** What the severest finding says, without its stop, and which row it is about: "Charge 2". */
  readonly problem?: string;
  readonly problemAt?: string;
  /** Made up, to try the console with. */
  readonly isExample?: true;
  /** Words to search by beyond the ids: procedure and diagnosis codes, lower case. */
  readonly text: string;
}

/** One spelling for one id, so that lists can group by it. */
function canonical(id: string | null | undefined): string {
  return id === undefined || id === null ? "" : (canonicalGuid(id) ?? id);
}

/** "Charge 2" for whatever is within the second charge; "" for what is about the visit. */
function rowOf(path: Path): string {
  const row = path.findIndex((part) => typeof part === "number");
  return row === -1 ? "" : describePath(path.slice(0, row + 1));
}

function isWithin(path: Path, other: Path): boolean {
  return path.length >= other.length && other.every((part, at) => part === path[at]);
}

/** What the rules find, and what the contract refuses of which no rule speaks. */
function allFindings(event: DraftEvent, facts: Facts): readonly Finding[] {
  const findings = scrub(event, facts);
  const read = accept(autoChargedEvent, event);
  if (read.ok) return findings;
  const blocked = findings.filter(({ severity }) => severity === "block").map(({ path }) => path);
  const unsaid = read.issues.filter(
    ({ path }) => !blocked.some((said) => isWithin(said, path) || isWithin(path, said)),
  );
  const faults = unsaid.map(({ path, message }) => ({ path, message, severity: "block" as const }));
  return [...findings, ...faults.map((fault) => ({ ...fault, ruleId: "contract", source: "The interface" }))];
}

/** Summarises an event for a list; cheap enough for thousands of them. */
export function summariseEvent(event: DraftEvent, facts: Facts = {}): EventSummary {
  const visit = event.visitCharged;
  const balance = balanceOf(visit);
  const outcome = outcomeOf(event.audit);
  const findings = allFindings(event, facts);
  const { block, warn } = countFindings(findings);
  const first = findings.find(({ severity }) => severity === (block > 0 ? "block" : "warn"));
  const serviceDate = serviceDateOf(event);
  const words = new Set<string>();
  for (const { cpt } of visit?.charges ?? []) if (typeof cpt === "string") words.add(cpt);
  for (const diagnosis of visit?.diagnosis ?? []) words.add(codeOf(diagnosis));
  return {
    visitId: canonical(visit?.visitId),
    practiceId: canonical(visit?.practiceId),
    amountMinor: balance.unreadable > 0 ? undefined : balance.charges,
    currency: balance.currency,
    lineCount: visit?.charges?.length ?? 0,
    ...(serviceDate !== undefined && { serviceDate }),
    reason: outcome.kind === "withheld" ? outcome.reason : "",
    blocking: block,
    warnings: warn,
    ...(first && { problem: first.message.replace(/\.$/, ""), problemAt: rowOf(first.path) }),
    ...(event.isExample === true && { isExample: true }),
    text: [...words].join(" ").toLowerCase(),
  };
}
