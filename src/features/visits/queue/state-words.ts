import type { Tone } from "#room/ui/state-badge.tsx";
import { labelOf, queueStateOf, toneOf } from "./queue-state.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";

/** An event's state in one word. */
export function stateWords(summary: VisitSummary | undefined): {
  readonly word: string;
  readonly tone: Tone;
} {
  if (summary?.queued?.state === "sending") return { word: "Sending", tone: "accent" };
  if (summary?.queued?.state === "held" && summary.state !== "unknown")
    return { word: "On hold", tone: "accent" };
  const state = summary ? queueStateOf(summary) : "draft";
  return { word: labelOf(state), tone: toneOf(state) };
}
