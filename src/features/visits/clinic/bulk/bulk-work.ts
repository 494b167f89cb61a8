import type { QueryClient } from "@tanstack/react-query";
import { shownCaller } from "#room/contract/caller-name.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { OperationRefused } from "#room/api/failures.ts";
import type { Money } from "#room/contract/primitives/money.ts";
import { paidOn } from "#room/features/visits/shared-visit/paid-on.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { outcomeLook, outcomeWords } from "#room/features/visits/states.ts";
import { msOf } from "#room/features/visits/list/list-row.ts";
import { refusalWords } from "#room/features/visits/clinic/refusal-words.ts";
import { blockWords } from "#room/features/visits/sending/plan-words.ts";
import { checkBeforeSend, type SendCheck } from "#room/features/visits/sending/send-check.ts";
import { holderOf, isSameUser } from "#room/workspace/visits/claim.ts";
import type { BatchItem } from "#room/workspace/outbox/outbox.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import type { BulkAction } from "./bulk-action.ts";
import { BulkRunner, type BulkWork } from "./bulk-run.ts";
import { clearedEvent, type ClearingFacts } from "./clear-event.ts";

const runners = new WeakMap<Workspace, BulkRunner>();

/** The bulk runner of this workspace. */
export function bulkRunnerOf(workspace: Workspace): BulkRunner {
  const known = runners.get(workspace);
  if (known) return known;
  const runner = new BulkRunner(refusalWords);
  runners.set(workspace, runner);
  workspace.outbox.onSettled((settled) => {
    const whyNot = whyNotCharged(settled);
    if (typeof whyNot !== "object") runner.answered(settled.id, whyNot);
  });
  return runner;
}

type Answer = Promise<{ readonly visit: VisitRow }>;

async function received({ visits }: Workspace, answer: Answer): Promise<undefined> {
  visits.service.receive((await answer).visit);
}

/** What became of a sent visit, unless it was charged. */
function whyNotCharged({ id, outcome, message }: BatchItem): Awaited<ReturnType<BulkWork>> {
  if (outcome === "unknown") {
    const words = `${outcomeLook(outcome).label}. It may or may not have been charged.`;
    return { sentId: id, words: message === undefined ? words : `${words} ${message}` };
  }
  return outcome === "charged" ? undefined : (message ?? outcomeWords(outcome));
}

export interface BulkWorkParts {
  readonly workspace: Workspace;
  readonly client: QueryClient;
}

/** What stands at a withheld visit once it is cleared; undefined when it cannot be cleared from here. */
export async function checkCleared(
  { visitId }: VisitRow,
  { workspace, client }: BulkWorkParts,
  signal: AbortSignal,
): Promise<SendCheck | undefined> {
  try {
    const { autoChargedEvent } = await callOperation("getVisit", { visitId }, { signal });
    const cleared = autoChargedEvent && clearedEvent(autoChargedEvent, clearingFacts(workspace, "Checked"));
    return cleared ? await checkBeforeSend(cleared, { client, visits: workspace.visits }) : undefined;
  } catch (error) {
    if (error instanceof OperationRefused) return undefined;
    throw error;
  }
}

/** What was paid on a visit; undefined when nothing was, or it can't be read. */
export async function readPaid({ visitId }: VisitRow, signal: AbortSignal): Promise<Money | undefined> {
  try {
    return paidOn(await callOperation("getVisit", { visitId }, { signal }));
  } catch (error) {
    if (error instanceof OperationRefused) return undefined;
    throw error;
  }
}

function clearingFacts({ userName }: Workspace, reason: string): ClearingFacts {
  return { userName, reason, uuid: () => crypto.randomUUID() };
}

/** Takes the visit, corrects its event as the editor would, and sends it like any correction. */
async function clearAndSend(
  { workspace, client }: BulkWorkParts,
  before: VisitRow,
  { reason, accepted }: Extract<BulkAction, { readonly kind: "clear" }>,
  signal: AbortSignal,
): ReturnType<BulkWork> {
  const { outbox, visits, userName } = workspace;
  const { visitId } = before;
  const wasMine = isSameUser(holderOf(before, serviceNow())?.by ?? "", userName);
  const { visit } = await callOperation("takeVisit", { visitId });
  visits.service.receive(visit);
  const giveBack = async (why: string) => {
    if (!wasMine)
      await received(workspace, callOperation("releaseVisit", { visitId })).catch(() => undefined);
    return why;
  };
  const { autoChargedEvent, events } = await callOperation("getVisit", { visitId });
  if (signal.aborted) return giveBack("It was stopped before it was sent.");
  const newest = events.at(-1);
  if (!newest || newest.outcome !== "withheld") return giveBack("It’s no longer withheld.");
  const { eventId } = newest;
  // What is approved is what was looked at, its amount included.
  if (eventId !== before.eventId) return giveBack("It was changed meanwhile. Look at it again.");
  const cleared = autoChargedEvent && clearedEvent(autoChargedEvent, clearingFacts(workspace, reason));
  if (!autoChargedEvent || !cleared) return giveBack("Its content can’t be corrected here: open it.");
  // It may have changed since the plan was shown.
  const check = await checkBeforeSend(cleared, { client, visits });
  if (check.hasProblems) return giveBack(`It ${blockWords["blocking-faults"].one}.`);
  const unread = check.warnings.filter((words) => accepted.get(visitId)?.includes(words) !== true);
  if (unread.length > 0) return giveBack(`It has a warning to review: ${unread[0]}`);
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
  let whyNot: Awaited<ReturnType<BulkWork>> = "It was not sent.";
  await outbox.sendBatch([eventId], { onItem: (item) => (whyNot = whyNotCharged(item)) });
  return whyNot;
}

export interface BulkWays {
  readonly work: BulkWork;
  /** Of what is done to a visit's place in the queue, the way back; undefined where there is none. */
  readonly putBack: BulkWork | undefined;
}

export function workOf(action: BulkAction, parts: BulkWorkParts): BulkWays {
  const { workspace } = parts;
  /** By visit: the number of the change, which is not put back once somebody changed the visit after it. */
  const changes = new Map<string, number>();
  const changed = async (answer: Answer) => {
    const { visit } = await answer;
    changes.set(visit.visitId, visit.changeNumber);
    return received(workspace, answer);
  };
  const work: BulkWork = async (visit, signal) => {
    const { visitId, eventId } = visit;
    switch (action.kind) {
      case "take":
        return received(workspace, callOperation("takeVisit", { visitId }));
      case "release":
        return received(workspace, callOperation("releaseVisit", { visitId }));
      case "assign": {
        // Only from whom the plan said: who took it since keeps it.
        const isTakeOver = Boolean(visit.takenBy);
        return received(workspace, callOperation("takeVisit", { visitId, takenBy: action.to, isTakeOver }));
      }
      case "snooze":
        return changed(callOperation("snoozeVisit", { visitId, until: action.until }));
      case "close":
        return changed(callOperation("closeVisit", { visitId, eventId, reason: action.reason }));
      case "reopen":
        return received(workspace, callOperation("reopenVisit", { visitId }));
      case "clear":
        return clearAndSend(parts, visit, action, signal);
    }
  };
  const putBack: BulkWork = async ({ visitId, snoozedUntil }) => {
    const changeNumber = changes.get(visitId);
    await received(workspace, callOperation("reopenVisit", { visitId, changeNumber }));
    const until = msOf(snoozedUntil);
    if (until <= serviceNow()) return undefined;
    // The year 9999 stands for no end, which the request leaves out.
    const again = new Date(until).getUTCFullYear() === 9999 ? {} : { until: snoozedUntil };
    return received(workspace, callOperation("snoozeVisit", { visitId, ...again }));
  };
  return { work, putBack: action.kind === "snooze" || action.kind === "close" ? putBack : undefined };
}
