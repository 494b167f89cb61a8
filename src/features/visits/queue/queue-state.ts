import type { Tone } from "#room/ui/state-badge.tsx";
import type { VisitState, VisitSummary } from "#room/workspace/visits/visit-record.ts";

/** Where an event stands for whoever works the queue: as the workspace has it, and what the rules engine held. */
export type QueueState = VisitState | "held";

/** An imported event that was never sent and that its audit holds is no draft of anybody's: it waits for a decision. */
export function queueStateOf(summary: VisitSummary): QueueState {
  const { state, reason } = summary;
  return state === "draft" && isBrought(summary) && reason !== "" ? "held" : state;
}

/** Made elsewhere: nobody is typing it. */
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
