import { untilWords } from "#room/features/visits/clinic/clinic-words.ts";
import { shownCaller } from "#room/contract/caller-name.ts";
import type { VisitHistoryEntry } from "#room/contract/operations/get-visit.ts";
import { type Claim, isSameUser } from "#room/workspace/visits/claim.ts";
import type { Tone } from "#room/ui/state-badge.tsx";
import { clinicTimes } from "#room/features/names/clinic-times.ts";
import { instantOfWire } from "#room/contract/primitives/wire-date-time.ts";
import { sinceLost } from "./since-lost.ts";
import { engineName } from "./standing.ts";
import type { ServiceVisit } from "./use-service-visit.ts";

export interface WorkWords {
  readonly tone: Tone;
  readonly title: string;
  readonly detail?: string;
  /** This user had it until a moment ago. */
  readonly isLost: boolean;
}

const kept = "Your draft is kept here and can’t be submitted.";
/** "Duplicate visit. robin closed it.": those of the parts that there are. */
function sentences(...parts: readonly string[]): string {
  return parts.flatMap((part) => (part === "" ? [] : part.replace(/\.?$/, "."))).join(" ");
}

interface OpenEvent {
  readonly eventId: string;
  readonly now: number;
  readonly me: string;
  /** Something was typed that the service does not have. */
  readonly isChanged?: boolean;
  /** It has charged the visit itself, once. */
  readonly wasCharged?: boolean;
  /** It is a correction of that invoice, not sent. */
  readonly corrects?: number | undefined;
}

/** Who has it, and how long. */
export function theirsWords({ by, since, until }: Extract<Claim, { kind: "theirs" }>, now: number): string {
  const end = untilWords(until, now);
  return since === undefined
    ? `${by} has it ${end}`
    : `${by} has had it since ${clinicTimes().moment(since, now)}, ${end}`;
}

/** Who may work on the visit, in plain words; undefined when there is nothing to say. */
export function workWords(
  claim: Claim,
  { visit: row, events, history }: Pick<ServiceVisit, "visit" | "events" | "history">,
  { eventId, now, me, isChanged = false, wasCharged = false, corrects }: OpenEvent,
): WorkWords | undefined {
  const lastOf = (last: VisitHistoryEntry["deed"]) =>
    sinceLost(history.filter(({ deed }) => deed === last).slice(-1), me).words;
  const snoozed = instantOfWire(row.snoozedUntil);
  const snooze = snoozed !== undefined && snoozed > now ? `Snoozed ${untilWords(snoozed, now)}. ` : "";
  switch (claim.kind) {
    case "mine":
      return { tone: "accent", title: `You have this visit ${untilWords(claim.until, now)}`, isLost: false };
    case "free": {
      const detail = `${snooze}Your first change takes it for you.`;
      return { tone: "plain", title: "Nobody is working on this visit", detail, isLost: false };
    }
    case "theirs": {
      const times = theirsWords(claim, now);
      if (!claim.wasMine)
        return {
          tone: "warn",
          title: `${claim.by} has this visit`,
          detail: `${times}. You can read it.`,
          isLost: false,
        };
      return {
        tone: "bad",
        title: `${claim.by} took this visit over`,
        detail: `${times}. ${kept}`,
        isLost: true,
      };
    }
    case "ran-out": {
      const since = sinceLost(history, me);
      const isOpenAgain = since.last === "reopened" || since.last === "closed";
      return {
        tone: "warn",
        title: isOpenAgain
          ? "This visit is open again"
          : since.last
            ? "You no longer have this visit"
            : "Your time with this visit ran out",
        detail: sentences(since.words, `Nobody else has it now. ${kept} Take it again to go on`),
        isLost: true,
      };
    }
    case "closed":
      return {
        tone: claim.wasMine ? "bad" : "plain",
        title: "Closed without billing",
        detail: sentences(
          row.reason ?? "",
          claim.wasMine ? sinceLost(history, me).words : lastOf("closed"),
          claim.wasMine ? kept : "",
        ),
        isLost: claim.wasMine,
      };
    case "charged": {
      if (claim.isVoided)
        return {
          tone: "plain",
          title: `Invoice ${row.invoiceNumber ?? ""} is void`,
          detail: sentences(
            row.reason ?? "",
            lastOf("voided"),
            "Nothing is billed for this visit, and it can’t be charged again",
          ),
          isLost: claim.wasMine,
        };
      if (claim.eventId === eventId) return undefined;
      const from = events.findLast((each) => each.eventId === claim.eventId)?.receivedFrom;
      const by = from ? (isSameUser(from, me) ? "you" : shownCaller(from)) : engineName;
      // What is read of it comes a moment after the claim.
      const isRead = row.eventId === claim.eventId && row.invoiceNumber;
      const invoice = isRead ? `Invoice ${isRead}, sent by ${by}, is billed` : "";
      if (wasCharged)
        return {
          tone: "plain",
          title: "The charge was corrected",
          detail: sentences(invoice, "Below is what was charged before"),
          isLost: false,
        };
      return {
        tone: isChanged ? "warn" : "plain",
        title: corrects
          ? `Invoice ${corrects} was corrected meanwhile`
          : isChanged
            ? "Another submission has charged this visit"
            : "This visit was charged meanwhile",
        detail: sentences(
          invoice,
          isChanged ? "The changes here aren’t on it and can’t be submitted" : "Below is an earlier version",
        ),
        isLost: claim.wasMine && isChanged,
      };
    }
    default:
      return undefined;
  }
}
