import { shownCaller } from "#room/contract/caller-name.ts";
import { callOperation } from "#room/api/call-operation.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { outcomeWords } from "#room/features/visits/queue/outcome-words.ts";
import { msOf, standingOf } from "#room/features/visits/clinic/clinic-row.ts";
import { isMe } from "#room/features/visits/clinic/clinic-words.ts";
import { refusalWords } from "#room/features/visits/clinic/refusal-words.ts";
import { publishVisits } from "#room/features/visits/clinic/visit-news.ts";
import { blockWords } from "#room/features/visits/sending/plan-words.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import type { BulkAction } from "./bulk-action.ts";
import type { BulkRunner, BulkWork } from "./bulk-run.ts";
import { createBulkRunner } from "./bulk-run.ts";
import { clearedEvent } from "./clear-event.ts";

const runners = new WeakMap<Workspace, BulkRunner>();

/** The bulk runner of this workspace. */
export function bulkRunnerOf(workspace: Workspace): BulkRunner {
  const known = runners.get(workspace) ?? createBulkRunner(refusalWords);
  runners.set(workspace, known);
  return known;
}

async function publishAnswer(answer: Promise<{ readonly visit: VisitRow }>): Promise<undefined> {
  publishVisits([(await answer).visit]);
}

/** Takes the visit, corrects its event as the editor would, and sends it like any correction. */
async function clearAndSend(
  { outbox, visits, userName }: Workspace,
  { visitId, takenBy }: VisitRow,
  reason: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { visit } = await callOperation("takeVisit", { visitId });
  publishVisits([visit]);
  visits.claims.receive(standingOf(visit));
  const giveBack = async (why: string) => {
    if (!isMe(takenBy, userName))
      await publishAnswer(callOperation("releaseVisit", { visitId })).catch(() => undefined);
    return why;
  };
  const { autoChargedEvent, events } = await callOperation("getVisit", { visitId });
  if (signal.aborted) return giveBack("It was stopped before it was sent.");
  const newest = events.at(-1);
  if (!newest || newest.outcome !== "withheld") return giveBack("It’s no longer withheld.");
  const { eventId } = newest;
  const facts = { userName, reason, uuid: () => crypto.randomUUID(), now: new Date() };
  const cleared = autoChargedEvent && clearedEvent(autoChargedEvent, facts);
  if (!autoChargedEvent || !cleared) return giveBack("Its content can’t be corrected here: open it.");
  await visits.receive(autoChargedEvent, {
    visitId,
    eventId,
    outcome: newest.outcome,
    receivedAt: msOf(newest.receivedAt),
    receivedFrom: newest.receivedFrom ? shownCaller(newest.receivedFrom) : "the rules engine",
    fields: [],
    ...(newest.reason ? { reason: newest.reason } : {}),
  });
  await visits.put(eventId, cleared);
  const plan = outbox.plan(eventId);
  if (plan.kind === "blocked" || plan.expects !== "charged") {
    await visits.remove([eventId]);
    return giveBack(
      plan.kind === "blocked" ? `It ${blockWords[plan.reason].one}.` : "It would be withheld again.",
    );
  }
  let whyNot: string | undefined = "It was not sent.";
  await outbox.sendBatch([eventId], {
    onItem: ({ outcome, message }) => {
      whyNot = outcome === "charged" ? undefined : (message ?? outcomeWords(outcome).title);
    },
  });
  return whyNot;
}

/** What to do with each visit. */
export function workOf(action: BulkAction, workspace: Workspace): BulkWork {
  return async (visit, signal) => {
    const { visitId, eventId } = visit;
    switch (action.kind) {
      case "take":
        return publishAnswer(callOperation("takeVisit", { visitId }));
      case "release":
        return publishAnswer(callOperation("releaseVisit", { visitId }));
      case "assign":
        return publishAnswer(callOperation("takeVisit", { visitId, takenBy: action.to, isTakeOver: true }));
      case "snooze":
        return publishAnswer(callOperation("snoozeVisit", { visitId, until: action.until }));
      case "close":
        return publishAnswer(callOperation("closeVisit", { visitId, eventId, reason: action.reason }));
      case "reopen":
        return publishAnswer(callOperation("reopenVisit", { visitId }));
      case "clear":
        return clearAndSend(workspace, visit, action.reason, signal);
    }
  };
}
