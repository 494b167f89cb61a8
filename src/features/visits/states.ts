import { keysOf } from "#room/contract/keys-of.ts";
import type { VisitEvent } from "#room/contract/operations/get-visit.ts";
import type { VisitState as ServiceState } from "#room/contract/schemas/visit.ts";
import type { Tone } from "#room/ui/state-badge.tsx";
import type { BatchItem } from "#room/workspace/outbox/outbox.ts";
import type { VisitState, VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { formatCount } from "#room/ui/formats.ts";

export interface StateLook {
  readonly label: string;
  readonly tone: Tone;
}

/** A state of this browser's events or the service's visits; `held`: imported, never sent, and withheld by its audit. */
export type ShownState = VisitState | ServiceState | "held";

/** Most urgent first: possibly billed unseen, refused, withheld, not sent, done. */
const states: Readonly<Record<ShownState, StateLook>> = {
  unknown: { label: "Unknown", tone: "ask" },
  refused: { label: "Refused", tone: "bad" },
  withheld: { label: "Withheld", tone: "warn" },
  held: { label: "Held by rules", tone: "warn" },
  draft: { label: "Draft", tone: "plain" },
  waiting: { label: "Waiting", tone: "accent" },
  charged: { label: "Charged", tone: "ok" },
  voided: { label: "Voided", tone: "plain" },
  closed: { label: "Closed", tone: "plain" },
};
export const shownStates = keysOf(states);

export function stateLook(state: ShownState): StateLook {
  return states[state];
}

/** Nothing is to be done about it: it waits for nobody. */
export function isDone(state: ShownState): boolean {
  return state === "charged" || state === "voided" || state === "closed";
}

/** Created elsewhere: nobody is typing it. */
export function isExternal({ source }: VisitSummary): boolean {
  return source.kind === "import" || source.kind === "example";
}

/** An imported, never sent event that its audit withholds is not a draft: it is waiting for a decision. */
export function shownStateOf(summary: VisitSummary): VisitState | "held" {
  const { state, reason } = summary;
  return state === "draft" && isExternal(summary) && reason !== "" ? "held" : state;
}

/** A visit that was begun and has nothing to bill yet. */
export function isBlank(row: VisitSummary): boolean {
  const { state, source, text, amountMinor, lineCount, payerIds = [], providerIds = [] } = row;
  return (
    state === "draft" &&
    source.kind === "new" &&
    text === "" &&
    amountMinor === 0 &&
    lineCount <= 1 &&
    payerIds.length + providerIds.length === 0
  );
}

export function lookOf(summary: VisitSummary | undefined): StateLook {
  if (summary?.queued?.state === "sending") return { label: "Sending", tone: "accent" };
  if (summary?.queued?.state === "held" && summary.state !== "unknown")
    return { label: "On hold", tone: "accent" };
  return states[summary ? shownStateOf(summary) : "draft"];
}

/** What became of a send: an attempt's outcome, that nothing left, or what the service says of an event. */
export type SendOutcome = BatchItem["outcome"] | VisitEvent["outcome"];

const outcomes: Readonly<Record<SendOutcome, StateLook & { readonly detail?: string }>> = {
  unknown: { ...states.unknown, detail: "no answer" },
  refused: states.refused,
  withheld: states.withheld,
  blocked: { label: "Not sent", tone: "plain", detail: "it can’t be sent as it is" },
  "not-accepted": { label: "Not accepted", tone: "plain", detail: "the service didn’t take it" },
  withdrawn: { label: "Not sent", tone: "plain" },
  sent: { label: "Sent", tone: "ok" },
  corrected: { label: "Charge corrected", tone: "ok" },
  charged: states.charged,
};
const byUrgency = keysOf(outcomes);

/** An outcome with its detail, as a line begins: "Unknown: no answer". Undefined is under way. */
export function outcomeLook(outcome: SendOutcome | undefined): StateLook {
  if (outcome === undefined) return { label: "Sending", tone: "accent" };
  const { label, tone, detail } = outcomes[outcome];
  return { label: detail === undefined ? label : `${label}: ${detail}`, tone };
}

/** The same within a sentence: "unknown: no answer". */
export function outcomeWords(outcome: SendOutcome): string {
  const { label } = outcomeLook(outcome);
  return label.charAt(0).toLowerCase() + label.slice(1);
}

export function compareOutcomes(a: SendOutcome, b: SendOutcome): number {
  return byUrgency.indexOf(a) - byUrgency.indexOf(b);
}

export type OutcomeCounts = Readonly<Partial<Record<SendOutcome, number>>>;

/** "38 charged, 2 withheld": what a batch came to, the good ones first. */
export function describeOutcomes(counts: OutcomeCounts): string {
  const told = new Map<string, number>();
  for (const outcome of ["charged", ...byUrgency.slice(0, -1)] as const) {
    const label = outcomes[outcome].label.toLowerCase();
    const { [outcome]: count = 0 } = counts;
    if (count > 0) told.set(label, (told.get(label) ?? 0) + count);
  }
  return [...told].map(([label, count]) => `${formatCount(count)} ${label}`).join(", ");
}
