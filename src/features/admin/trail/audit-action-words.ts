import { showDates } from "#room/billing/show-date.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";

/** What a row says was done. Rows written by earlier versions name the audit log “trail”, and cannot be changed. */
export function auditActionWords(action: string): string {
  return action.replace(/\btrail$/, "audit log");
}

const exportedWords: Readonly<Record<string, string>> = {
  "day-sheet": "Day sheet",
  "invoice-lines": "Charged lines",
  visits: "Visits",
};

const kinds: Readonly<Record<string, string>> = {
  visit: "Visit",
  event: "Event",
  practice: "Practice",
  provider: "Provider",
  payer: "Payer",
  fee: "Fee",
};

/** What a row is about, as people say it: a visit by its short id, a payer or provider by its name if it is known. */
export function auditSubjectWords(
  subject: string,
  nameOf: (kind: string, id: string) => string | undefined,
): string {
  return subject
    .replaceAll(/event:[0-9a-f]{32}\/(?=visit:)/g, "")
    .replaceAll(/(\w+):([0-9a-f]{32})/g, (_, kind: string, id: string) => {
      return `${kinds[kind] ?? kind} ${nameOf(kind, id) ?? shortGuid(id)}`;
    })
    .replaceAll(/\b(practice|provider|payer)Id=([0-9a-f]{32})/g, (_, kind: string, id: string) => {
      return `${kinds[kind] ?? kind} ${nameOf(kind, id) ?? shortGuid(id)}`;
    })
    .replace(/^(day-sheet|invoice-lines|visits)\b/, (what) => exportedWords[what] ?? what)
    .replace(/ dateOf=(charge|service)/, (_, of: string) => (of === "service" ? " by date of service" : ""))
    .replace(/\bfrom=([\d-]{10}) to=([\d-]{10})/, (_, from: string, to: string) => showDates(from, to))
    .replaceAll(/\/(invoice|replaces):(\d+)/g, ", $1 $2")
    .replace(/\/changed:/, ", changed: ")
    .replaceAll(/message:(\d+)/g, "Message $1")
    .replaceAll(/letter:(\d+)/g, "Letter $1")
    .replaceAll(/report:/g, "Report: ")
    .replaceAll(/day:([\d-]{10})(?:\.\.([\d-]{10}))?/g, (_, from: string, to?: string) =>
      showDates(from, to ?? from),
    );
}
