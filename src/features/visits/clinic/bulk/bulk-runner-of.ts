import { onceFor } from "#room/signals/once-for.ts";
import { askBeforeLeaving } from "#room/features/parts/ask-before-leaving.ts";
import { refusalWords } from "#room/features/visits/clinic/refusal-words.ts";
import { outcomeLook, outcomeWords } from "#room/features/visits/states.ts";
import type { BatchItem } from "#room/workspace/outbox/outbox.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import { BulkRunner, type BulkWork } from "./bulk-run.ts";

/** The bulk runner of this workspace. */
export const bulkRunnerOf = onceFor((workspace: Workspace): BulkRunner => {
  const runner = new BulkRunner(refusalWords);
  askBeforeLeaving(runner);
  workspace.outbox.onSettled((settled) => {
    const whyNot = whyNotCharged(settled);
    if (typeof whyNot !== "object") runner.answered(settled.id, whyNot);
  });
  return runner;
});

/** What became of a sent visit, unless it was charged. */
export function whyNotCharged({ id, outcome, message }: BatchItem): Awaited<ReturnType<BulkWork>> {
  if (outcome === "unknown") {
    const words = `${outcomeLook(outcome).label}. It may or may not have been charged.`;
    return { sentId: id, words: message === undefined ? words : `${words} ${message}` };
  }
  return outcome === "charged" ? undefined : (message ?? outcomeWords(outcome));
}
