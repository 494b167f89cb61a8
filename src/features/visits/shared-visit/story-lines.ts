import { untilWords } from "#room/features/visits/clinic/clinic-words.ts";
import { faultWords } from "#room/billing/fault-words.ts";
import { shownCaller } from "#room/contract/caller-name.ts";
import type { VisitHistoryEntry, VisitEvent } from "#room/contract/operations/get-visit.ts";
import { outcomeLook } from "#room/features/visits/states.ts";
import type { Tone } from "#room/ui/state-badge.tsx";
import { instantOfWire, msOf } from "#room/contract/primitives/wire-date-time.ts";
import { isSame, sentBy, type OwnAttempt } from "./own-attempt.ts";
import { engineName } from "./standing.ts";
import type { ServiceVisit } from "./use-service-visit.ts";

/** One event of the timeline; the time tells apart those with the same id. */
export interface StoryEvent {
  readonly eventId: string;
  readonly receivedAt?: string;
}

export interface StoryItem {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly tone: Tone;
  readonly title: string;
  readonly by: string;
  readonly detail?: string;
  /** An event received or sent, to be shown with the difference from the previous one. */
  readonly event?: StoryEvent & { readonly before?: StoryEvent };
  readonly attempt?: OwnAttempt;
  readonly hasInvoice?: boolean;
}

const historyWords: Readonly<Record<VisitHistoryEntry["deed"], (detail: string) => string>> = {
  taken: () => "Took the visit",
  "taken over": (from) => `Took over the visit from ${from || "someone else"}`,
  assigned: (to) => `Assigned the visit to ${to || "someone else"}`,
  released: () => "Released the visit",
  "ran out": (of) => `${of ? `${of}’s time` : "The time with it"} ran out`,
  "put off": (until) => `Snoozed ${untilWords(instantOfWire(until))}`,
  woken: () => "Back in the queue",
  closed: () => "Closed without billing",
  reopened: () => "Reopened",
  voided: () => "Voided the invoice",
};

function namedIn(events: readonly VisitEvent[], { eventId, receivedAt }: VisitEvent): StoryEvent {
  const isOnly = events.filter((each) => each.eventId === eventId).length === 1;
  return isOnly ? { eventId } : { eventId, receivedAt };
}

/** The newest event that came after the one that was billed, and is not. */
export function sentAfterBilled(
  events: readonly VisitEvent[],
): { readonly billed: VisitEvent; readonly came: VisitEvent } | undefined {
  const at = events.findLastIndex(({ invoiceNumber }) => typeof invoiceNumber === "number");
  const billed = events[at];
  const came = billed && events.slice(at + 1).findLast(({ outcome }) => outcome === "refused");
  return came && { billed, came };
}

function eventItems({ events }: ServiceVisit, own: readonly OwnAttempt[]): StoryItem[] {
  return events.map((event, index) => {
    const { eventId, outcome, receivedAt, receivedFrom, reason, errors, invoiceNumber, replaces } = event;
    const { tone, label } = outcomeLook(outcome);
    const title = replaces ? `${label}: invoice ${invoiceNumber ?? ""} replaces ${replaces}` : label;
    const before = events[index - 1];
    const attempt = sentBy(event, events, own);
    const reasonText = faultWords(reason ?? "");
    const faults = errors
      .map(({ message }) => faultWords(message ?? ""))
      .filter((words) => words !== reasonText);
    const detail = [reasonText, ...faults.slice(0, 3)].filter(Boolean).join(" · ");
    return {
      key: `event ${eventId} ${receivedAt} ${index}`,
      at: msOf(receivedAt),
      tone,
      title,
      by: receivedFrom ? shownCaller(receivedFrom) : engineName,
      event: { ...namedIn(events, event), ...(before && { before: namedIn(events, before) }) },
      ...(detail !== "" && { detail }),
      ...(attempt && { attempt }),
      ...((outcome === "charged" || outcome === "corrected") && { hasInvoice: true }),
    };
  });
}

export function attemptItem(each: OwnAttempt): StoryItem {
  const { number, outcome, startedAt: at, by, message, tries = 1 } = each.attempt;
  const { tone, label: title } = outcomeLook(outcome);
  return {
    key: `attempt ${each.eventId} ${number}`,
    at,
    tone,
    title,
    by: tries > 1 ? `${by} · ${tries} tries` : by,
    attempt: each,
    ...(message && { detail: message }),
  };
}

function historyItems({ history, notes }: ServiceVisit): StoryItem[] {
  const done = history.map(({ at, by, deed, detail }, index): StoryItem => {
    const title = historyWords[deed](detail ?? "");
    const reason = (deed === "closed" || deed === "voided") && detail ? { detail } : {};
    const who = by ? shownCaller(by) : "Automatically";
    return {
      key: `deed ${index} ${at}`,
      at: msOf(at),
      tone: "plain",
      title,
      by: who,
      ...reason,
    };
  });
  const written = notes.map(({ noteId, writtenAt, writtenBy, text }): StoryItem => {
    const at = msOf(writtenAt);
    return { key: `note ${noteId}`, at, tone: "accent", title: "Note", by: writtenBy, detail: text };
  });
  return [...done, ...written];
}

/** Everything that happened to a visit, newest first: at the service, by users, and from this browser. */
export function storyOf(answer: ServiceVisit, own: readonly OwnAttempt[]): StoryItem[] {
  const unknown = own.filter((each) => !answer.events.some((event) => isSame(event, each)));
  return [...eventItems(answer, own), ...unknown.map(attemptItem), ...historyItems(answer)].toSorted(
    (a, b) => b.at - a.at,
  );
}
