import type { Attempt } from "#room/workspace/attempts/attempt.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { faultAt, faultWords } from "#room/billing/fault-words.ts";
import { describePath } from "#room/billing/field-names.ts";
import { describeCounts } from "#room/billing/finding.ts";
import { formatCount, formatSeconds } from "#room/ui/formats.ts";
import { lastKnown } from "#room/workspace/attempts/attempt-list.ts";
import { isExternal, type StateLook } from "#room/features/visits/states.ts";

/** An event's status, with the queue's words and color. */
export interface RowStatus extends StateLook {
  /** What prevents progress, or what is known about the success. */
  readonly words: string;
  /**
   * Why it is withheld, without details that differ between events; empty when nothing withholds it. Used for grouping.
   */
  readonly reason: string;
  /** It makes no progress until a user acts. */
  readonly needsPerson: boolean;
}

const waitWords = {
  queued: "In the outbox",
  undo: "In the outbox: it can still be withdrawn",
  left: "In the outbox: it can still be withdrawn",
  offline: "The service can’t be reached: it will be sent as soon as it can be",
  busy: "The service is busy: it will be sent again automatically",
  session: "Signed out: it will be sent after you sign in again",
  settle: "Waiting for the answer to an earlier attempt",
} as const;

function waiting({ queued }: VisitSummary): string {
  if (queued?.state === "sending") return "Being sent";
  if (queued?.state === "held") return "On hold";
  return queued ? waitWords[queued.reason] : waitWords.queued;
}

function refusal(attempt: Attempt | undefined): { words: string; reason: string } {
  const [field] = attempt?.fields ?? [];
  if (field) {
    const path = field.path[0] === "AutoChargedEvent" ? field.path.slice(1) : field.path;
    const more = (attempt?.fields?.length ?? 1) - 1;
    const words = `${faultAt(path, field.message)}${more > 0 ? `, and ${more} more` : ""}`;
    const name = path.findLast((part) => typeof part === "string");
    return { words, reason: `Refused: ${describePath(name === undefined ? [] : [name])}` };
  }
  if (attempt?.code === "VisitAlreadyInvoiced")
    return { words: "Another submission has charged this visit", reason: "Visit already charged" };
  if (attempt?.code === "EventIdReused")
    return {
      words: "The service has this submission with different content: submit it again as a corrected version",
      reason: "Already sent with different content",
    };
  const words = attempt?.message === undefined ? "Refused by the service" : faultWords(attempt.message);
  return { words, reason: words };
}

/** The findings in words: the most severe one, and how many more there are. */
function problemWords({ blocking, warnings, problem, problemAt }: VisitSummary): string {
  const count = blocking > 0 ? blocking : warnings;
  if (count === 0) return "";
  if (problem === undefined) return describeCounts({ block: blocking, warn: warnings, note: 0 });
  const said = problemAt ? `${problemAt}: ${problem}` : problem;
  const more = count === 1 ? "" : `, and ${formatCount(count - 1)} more`;
  return `${blocking > 0 ? "" : "Warning: "}${said}${more}`;
}

function chargedWords({ changedSinceAttempt, source }: VisitSummary): string {
  if (changedSinceAttempt) return "Invoice created; changes made since can’t be sent";
  if (source.corrects) return `Invoice created in the place of invoice ${source.corrects.invoice}`;
  return source.kind === "reissue" ? "Invoice created for the corrected version" : "Invoice created";
}

export function wordsOf(summary: VisitSummary): Omit<RowStatus, keyof StateLook> {
  const { state, reason, blocking, problem, hasIncoming, replacedBy, notSent } = summary;
  if (hasIncoming)
    return {
      words: "Changed here and in a newer version: merge the two",
      reason: "Merge first",
      needsPerson: true,
    };
  if (replacedBy !== undefined && state !== "charged")
    return { words: "Replaced by a corrected version", reason: "", needsPerson: false };
  const faults = blocking > 0 ? problemWords(summary) : "";
  if (notSent !== undefined && (state === "draft" || state === "withheld" || state === "refused"))
    return { words: `Not sent. ${notSent}`, reason: "Not sent", needsPerson: true };
  switch (state) {
    case "charged":
      return { words: chargedWords(summary), reason: "", needsPerson: false };
    case "waiting":
      return { words: waiting(summary), reason: "", needsPerson: false };
    case "unknown": {
      const { message, durationMs } = lastKnown(summary) ?? {};
      const waited = durationMs === undefined ? "" : ` in ${formatSeconds(durationMs)}`;
      const said = message?.replace(/\.$/, "") ?? `No answer${waited}`;
      const words = `${said}: the invoice may exist`;
      return { words, reason: "No answer came", needsPerson: true };
    }
    case "refused": {
      const said = refusal(lastKnown(summary));
      const isChanged = summary.changedSinceAttempt && !faults;
      return { ...said, words: isChanged ? `${said.words} (changed since)` : said.words, needsPerson: true };
    }
    case "withheld": {
      const said = reason || lastKnown(summary)?.message || "Withheld by the service";
      if (summary.changedSinceAttempt && reason === "")
        return { words: "Corrected here, not sent yet", reason: "Corrected, not sent", needsPerson: true };
      return { words: faults ? `${said} · ${faults}` : said, reason: said, needsPerson: true };
    }
    case "draft": {
      const { corrects } = summary.source;
      if (corrects && !faults)
        return {
          words: corrects.invoice
            ? `Correction of invoice ${corrects.invoice}, not sent yet`
            : "Correction to hand over",
          reason: corrects.invoice ? "Correction not sent" : "Correction to hand over",
          needsPerson: true,
        };
      const words = [reason, problemWords(summary)].filter(Boolean).join(" · ");
      return {
        words: words || "Not sent yet",
        reason: reason || (blocking > 0 ? (problem ?? "Problems to fix") : ""),
        needsPerson: isExternal(summary) && (reason !== "" || blocking > 0),
      };
    }
  }
}
