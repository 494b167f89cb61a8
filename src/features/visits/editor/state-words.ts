import type { Tone } from "#room/ui/state-badge.tsx";
import type { VisitState, VisitSummary } from "#room/workspace/visit-record.ts";

const words: Readonly<Record<VisitState, { readonly word: string; readonly tone: Tone }>> = {
  draft: { word: "Draft", tone: "plain" },
  waiting: { word: "Waiting", tone: "accent" },
  unknown: { word: "Unknown", tone: "ask" },
  withheld: { word: "Withheld", tone: "warn" },
  refused: { word: "Refused", tone: "bad" },
  charged: { word: "Charged", tone: "ok" },
};

/** An event's state in one word. */
export function stateWords(summary: VisitSummary | undefined): {
  readonly word: string;
  readonly tone: Tone;
} {
  if (summary?.queued?.state === "sending") return { word: "Sending", tone: "accent" };
  if (summary?.queued?.state === "held" && summary.state !== "unknown")
    return { word: "On hold", tone: "accent" };
  return words[summary?.state ?? "draft"];
}
