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
