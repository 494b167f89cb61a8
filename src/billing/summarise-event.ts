import { accept } from "#room/contract/accept.ts";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { balanceOf } from "./balance.ts";
import { codeOf } from "./diagnosis-identity.ts";
import type { DraftEvent } from "./draft-event.ts";
import { faultWords } from "./fault-words.ts";
import { describePath } from "./field-names.ts";
import { countFindings, type Finding, type Path } from "./finding.ts";
import type { Facts } from "./facts.ts";
import { outcomeOf } from "./outcome.ts";
import { scrub } from "./scrub.ts";
import { serviceDateOf } from "./service-date.ts";

/** What lists need to know about an event without opening it. */
export interface EventSummary {
  readonly visitId: string;
  readonly practiceId: string;
  /** The total of its billable lines in minor units; undefined when the amounts cannot be added. */
  readonly amountMinor: number | undefined;
  readonly currency: string;
  readonly lineCount: number;
  /** `yyyy-MM-dd` */
  readonly serviceDate?: string;
  /** Why it will be withheld when sent, in plain words; empty when the audit allows charging. */
  readonly reason: string;
  readonly blocking: number;
  readonly warnings: number;
  /** The most severe finding without its period, and the row it is about: "Charge 2". */
  readonly problem?: string;
  readonly problemAt?: string;
  /** Of its lines, canonical; absent in what earlier versions stored. */
  readonly payerIds?: readonly string[];
  readonly providerIds?: readonly string[];
  readonly isExample?: true;
  /** Additional search terms besides the ids: procedure and diagnosis codes, lower case. */
  readonly text: string;
}

/** The canonical id, so that lists can group by it. */
function canonical(id: string | null | undefined): string {
  return id === undefined || id === null ? "" : (canonicalGuid(id) ?? id);
}

function idsIn(lines: readonly { readonly [member: string]: unknown }[], member: string): string[] {
  const ids = lines.map(({ [member]: id }) => (typeof id === "string" ? (canonicalGuid(id) ?? "") : ""));
  // In this order: what a filter returns has room for 16 more, in each of thousands of rows.
  return [...new Set(ids.filter((id) => id !== "" && !isGuidAbsent(id)))];
}

/** "Charge 2" for a path inside the second charge; empty for the visit itself. */
function rowOf(path: Path): string {
  const row = path.findIndex((part) => typeof part === "number");
  return row === -1 ? "" : describePath(path.slice(0, row + 1));
}

function isWithin(path: Path, other: Path): boolean {
  return path.length >= other.length && other.every((part, at) => part === path[at]);
}

export function findingsOf(event: DraftEvent, facts: Facts): readonly Finding[] {
  const findings = scrub(event, facts);
  const read = accept(autoChargedEvent, event);
  if (read.ok) return findings;
  const blocked = findings.filter(({ severity }) => severity === "block").map(({ path }) => path);
  const unreported = read.issues.filter(
    ({ path }) => !blocked.some((found) => isWithin(found, path) || isWithin(path, found)),
  );
  const faults = unreported.map(({ path, message }): Finding => {
    const words = `${faultWords(message)}.`;
    return { ruleId: "contract", severity: "block", path, message: words, source: "The service’s format" };
  });
  return [...findings, ...faults];
}

/** Summarizes an event for a list; cheap enough for thousands. */
export function summariseEvent(event: DraftEvent, facts: Facts = {}): EventSummary {
  const visit = event.visitCharged;
  const balance = balanceOf(visit);
  const outcome = outcomeOf(event.audit);
  const findings = findingsOf(event, facts);
  const { block, warn } = countFindings(findings);
  const first = findings.find(({ severity }) => severity === (block > 0 ? "block" : "warn"));
  const serviceDate = serviceDateOf(event);
  const words = new Set<string>();
  for (const { cpt } of visit?.charges ?? []) if (typeof cpt === "string") words.add(cpt);
  for (const diagnosis of visit?.diagnosis ?? []) words.add(codeOf(diagnosis));
  return {
    visitId: canonical(visit?.visitId),
    practiceId: canonical(visit?.practiceId),
    amountMinor: balance.unreadable > 0 ? undefined : balance.billed,
    currency: balance.currency,
    lineCount: visit?.charges?.length ?? 0,
    ...(serviceDate !== undefined && { serviceDate }),
    reason: outcome.kind === "withheld" ? outcome.reason : "",
    blocking: block,
    warnings: warn,
    ...(first && { problem: first.message.replace(/\.$/, ""), problemAt: rowOf(first.path) }),
    ...(event.isExample === true && { isExample: true }),
    payerIds: idsIn(visit?.charges ?? [], "payerId"),
    providerIds: idsIn(visit?.charges ?? [], "providerId"),
    text: [...words].join(" ").toLowerCase(),
  };
}
