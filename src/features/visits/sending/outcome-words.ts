import type { Tone } from "#room/ui/state-badge.tsx";
import type { OutboxStatus } from "#room/workspace/attempts/outbox-entry.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { blockWords } from "./plan-words.ts";

export interface OutcomeWords {
  readonly tone: Tone;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
}

const waiting = {
  queued: "It will be sent in turn.",
  undo: "It will be sent in a moment.",
  left: "It will be sent in a moment.",
  offline: "The service can’t be reached. It will be sent as soon as it can be.",
  busy: "The service is busy. It will be sent again automatically.",
  session: "Your session has ended. It will be sent after you sign in again.",
  settle: "An earlier attempt got no answer; that is settled first.",
} as const;

const noAnswer = "The service has stopped answering, so nothing more is sent until you try again.";

function waitingWords({ queued }: VisitSummary, { pausedBecause }: OutboxStatus): OutcomeWords | undefined {
  if (queued?.state === "sending")
    return { tone: "accent", title: "Sending…", detail: "Waiting for the service to answer." };
  if (queued?.state === "held")
    return { tone: "accent", title: "On hold", detail: "It stays here until you release it." };
  if (!queued) return undefined;
  // What pauses the whole outbox also pauses entries not tried yet.
  const because = queued.reason === "queued" ? (pausedBecause ?? "queued") : queued.reason;
  const isPaused = because === "no-answer";
  return {
    tone: isPaused ? "warn" : "accent",
    title: "Waiting to be sent",
    detail: isPaused ? noAnswer : waiting[because],
  };
}

/** What to do about a charge without an answer. Sending it again could bill it twice, unless the service rules that out. */
export function unknownAdvice({
  isWaiting,
  repeatsAreSafe,
}: {
  readonly isWaiting: boolean;
  readonly repeatsAreSafe: boolean;
}): string {
  if (isWaiting)
    return "The same submission will be sent again automatically to find out; don’t start a new one.";
  return repeatsAreSafe
    ? "Send the same submission again to find out; don’t start a new one."
    : "Look for it at the service before you send the same submission again, which could bill the visit twice; don’t start a new one.";
}

/** The outcome of a visit in plain words. Claims nothing the service has not said. */
export function outcomeWordsOf(
  summary: VisitSummary,
  status: OutboxStatus,
  repeatsAreSafe: boolean,
): OutcomeWords | undefined {
  const { state, queued, attempts, source, changedSinceAttempt, notSent } = summary;
  const last = attempts.at(-1);
  const quoted = { requestId: last?.requestId };
  // What may have been billed is called unknown, even while it is held or being checked.
  if (queued && (state !== "unknown" || queued.state === "sending")) return waitingWords(summary, status);
  if (notSent !== undefined && state !== "charged" && state !== "unknown")
    return { tone: "warn", title: "Not sent", detail: notSent };
  const corrected = source.corrects
    ? ` It replaces invoice ${source.corrects.invoice}.`
    : source.kind === "reissue"
      ? " Sent as a corrected version, with a new ID."
      : "";
  const changed = changedSinceAttempt ? " You have changed it since." : "";
  switch (state) {
    case "charged":
      return {
        tone: "ok",
        title: source.corrects ? "Charge corrected" : "Charged",
        detail: changedSinceAttempt
          ? `What you typed since isn’t billed. ${blockWords.charged.meaning ?? ""}`
          : corrected,
        ...quoted,
      };
    case "withheld":
      return {
        tone: "warn",
        title: "Withheld: no invoice was created",
        detail: `${last?.message ? `${last.message}. ` : ""}${summary.reason === "" ? "If it is to be billed, submit it" : "Fix what’s holding it, then submit"}. The corrected version is sent with a new ID.${changed}`,
        ...quoted,
      };
    case "refused":
      return {
        tone: "bad",
        title: `Refused: ${last?.message ?? "the service didn’t accept it"}`,
        detail: `Nothing was billed.${(last?.fields?.length ?? 0) > 0 ? " The fields to fix are marked." : ""}${changed}`,
        ...quoted,
      };
    case "unknown":
      return {
        tone: "ask",
        title: "Unknown: no clear answer from the service",
        detail: `The invoice may or may not exist. ${unknownAdvice({ isWaiting: queued?.state === "waiting", repeatsAreSafe })}${changed}`,
        ...quoted,
      };
    default:
      return undefined;
  }
}
