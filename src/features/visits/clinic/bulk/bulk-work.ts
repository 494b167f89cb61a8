import { isEndless } from "#room/features/visits/clinic/clinic-words.ts";
import type { QueryClient } from "@tanstack/react-query";
import { shownCaller } from "#room/contract/caller-name.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { callOperation } from "#room/api/call-operation.ts";
import { OperationRefused } from "#room/api/failures.ts";
import type { Money } from "#room/contract/primitives/money.ts";
import { paidOn } from "#room/features/visits/shared-visit/paid-on.ts";
import type { VisitRow } from "#room/contract/schemas/visit.ts";
import { msOf } from "#room/contract/primitives/wire-date-time.ts";
import { refusalWords } from "#room/features/visits/clinic/refusal-words.ts";
import { blockWords } from "#room/features/visits/sending/plan-words.ts";
import { checkBeforeSend, type SendCheck } from "#room/features/visits/sending/send-check.ts";
import { holderOf, isSameUser } from "#room/workspace/visits/claim.ts";
import type { BatchItem } from "#room/workspace/outbox/outbox.ts";
import type { Workspace } from "#room/workspace/workspace.ts";
import type { BulkAction } from "./bulk-action.ts";
import type { BulkWork } from "./bulk-run.ts";
import { whyNotCharged } from "./bulk-runner-of.ts";
import { clearedEvent, type ClearingFacts } from "./clear-event.ts";

type Answer = Promise<{ readonly visit: VisitRow }>;

async function received({ visits }: Workspace, answer: Answer): Promise<undefined> {
  visits.service.receive((await answer).visit);
}

const alsoHere = "It is also on this device: send it from there.";

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

/** This browser has an event of the visit that is not charged: what was typed there the service’s knows nothing of. */
export function isAlsoHere({ visits }: Workspace, visitId: string): boolean {
  return visits.ofVisit(visitId).some(({ state }) => state !== "charged");
}

const stopped = "It was stopped before it was sent.";

/** Sends a visit that is ready. One that a stop kept from leaving is as it was, and here no longer. */
async function sendCleared({ outbox, visits }: Workspace, eventId: string, signal: AbortSignal) {
  const ends: BatchItem[] = [];
  await outbox.sendBatch([eventId], { signal, onItem: (item) => void ends.push(item) });
  const [end] = ends;
  if (!end) return "It was not sent.";
  if (end.outcome !== "withdrawn" || !signal.aborted) return whyNotCharged(end);
  await visits.remove([end.id]);
  return stopped;
}

/** Takes the visit, corrects its event as the editor would, and sends it like any correction. */
async function clearAndSend(
  parts: BulkWorkParts,
  before: VisitRow,
  action: Extract<BulkAction, { readonly kind: "clear" }>,
  signal: AbortSignal,
): ReturnType<BulkWork> {
  const { workspace } = parts;
  const { visits, userName } = workspace;
  const { visitId, eventId } = before;
  // Opened since the plan was shown: what was typed there is neither overwritten nor sent.
  if (isAlsoHere(workspace, visitId)) return alsoHere;
  const known = visits.service.row(visitId) ?? before;
  const wasMine = isSameUser(holderOf(known, serviceNow())?.by ?? "", userName);
  await received(workspace, callOperation("takeVisit", { visitId }));
  let why = await clearTaken(parts, before, action, signal).catch(refusalWords);
  if (why === undefined) {
    const end = await sendCleared(workspace, eventId, signal);
    if (end !== stopped)
      return wasMine || typeof end !== "string" ? end : `${end.replace(/\.?$/, ".")} You have it now.`;
    why = stopped;
  }
  if (wasMine) return why;
  const release = received(workspace, callOperation("releaseVisit", { visitId }));
  return release.then(
    () => why,
    () => `${why} You still have it.`,
  );
}

/** Makes a taken visit ready to be sent; returns why it is not. */
async function clearTaken(
  { workspace, client }: BulkWorkParts,
  { visitId, eventId, noteCount }: VisitRow,
  { reason, accepted }: Extract<BulkAction, { readonly kind: "clear" }>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { outbox, visits } = workspace;
  const { autoChargedEvent, events, visit } = await callOperation("getVisit", { visitId });
  if (signal.aborted) return stopped;
  const newest = events.at(-1);
  if (!newest || newest.outcome !== "withheld") return "It’s no longer withheld.";
  // What is approved is what was looked at, its amount included.
  if (newest.eventId !== eventId) return "It was changed meanwhile. Look at it again.";
  if (visit.noteCount > noteCount) return "A note was added meanwhile. Look at it again.";
  const cleared = autoChargedEvent && clearedEvent(autoChargedEvent, clearingFacts(workspace, reason));
  if (!autoChargedEvent || !cleared) return "Its content can’t be corrected here: open it.";
  // It may have changed since the plan was shown.
  const check = await checkBeforeSend(cleared, { client, visits });
  if (check.hasProblems) return `It ${blockWords["blocking-faults"].one}.`;
  const unread = check.warnings.filter((words) => accepted.get(visitId)?.includes(words) !== true);
  if (unread.length > 0) return `It has a warning to review: ${unread[0]}`;
  if (isAlsoHere(workspace, visitId)) return alsoHere;
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
  if (plan.kind !== "blocked" && plan.expects === "charged") return undefined;
  await visits.remove([eventId]);
  return plan.kind === "blocked" ? `It ${blockWords[plan.reason].one}.` : "It would be withheld again.";
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
    const { visitId, eventId, noteCount } = visit;
    switch (action.kind) {
      case "take":
        return received(workspace, callOperation("takeVisit", { visitId }));
      case "release":
        return received(workspace, callOperation("releaseVisit", { visitId }));
      case "assign": {
        // Only from whom the plan said: who took it since keeps it.
        const request = { visitId, takenBy: action.to, isTakeOver: Boolean(visit.takenBy) };
        return received(workspace, callOperation("takeVisit", { ...request, takeOverFrom: visit.takenBy }));
      }
      case "snooze":
        return changed(callOperation("snoozeVisit", { visitId, eventId, noteCount, until: action.until }));
      case "close":
        return changed(callOperation("closeVisit", { visitId, eventId, noteCount, reason: action.reason }));
      case "reopen":
        return received(workspace, callOperation("reopenVisit", { visitId }));
      case "clear":
        return clearAndSend(parts, visit, action, signal);
    }
  };
  const putBack: BulkWork = async ({ visitId, eventId, snoozedUntil }) => {
    const changeNumber = changes.get(visitId);
    await received(workspace, callOperation("reopenVisit", { visitId, changeNumber }));
    const until = msOf(snoozedUntil);
    if (until <= serviceNow()) return undefined;
    const again = isEndless(until) ? {} : { until: snoozedUntil };
    return received(workspace, callOperation("snoozeVisit", { visitId, eventId, ...again }));
  };
  return { work, putBack: action.kind === "snooze" || action.kind === "close" ? putBack : undefined };
}
