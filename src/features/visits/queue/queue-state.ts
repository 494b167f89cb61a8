import type { Tone } from "#room/ui/state-badge.tsx";
import type { VisitState, VisitSummary } from "#room/workspace/visits/visit-record.ts";

/** An event's state in the work queue: the workspace's, plus what the rules engine withheld. */
export type QueueState = VisitState | "held";

/** An imported, never sent event that its audit withholds is not a draft: it is waiting for a decision. */
export function queueStateOf(summary: VisitSummary): QueueState {
  const { state, reason } = summary;
  return state === "draft" && isBrought(summary) && reason !== "" ? "held" : state;
}

/** Created elsewhere: nobody is typing it. */
export function isBrought({ source }: VisitSummary): boolean {
  return source.kind === "import" || source.kind === "example";
}

const labels: Readonly<Record<QueueState, readonly [string, Tone]>> = {
  draft: ["Draft", "plain"],
  held: ["Withheld by the rules", "warn"],
  waiting: ["Waiting", "accent"],
  unknown: ["Unknown", "ask"],
  withheld: ["Withheld", "warn"],
  refused: ["Refused", "bad"],
  charged: ["Charged", "ok"],
};

export function labelOf(state: QueueState): string {
  return labels[state][0];
}

export function toneOf(state: QueueState): Tone {
  return labels[state][1];
}
