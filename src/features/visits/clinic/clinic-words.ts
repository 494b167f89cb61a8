import type { VisitState } from "#room/contract/schemas/visit.ts";
import { formatCount, formatMoment } from "#room/ui/formats.ts";
import { situationOf } from "#room/features/visits/queue/situation.ts";
import type { Tone } from "#room/ui/state-badge.tsx";
import type { ClinicRow } from "./clinic-row.ts";
import { msOf } from "./clinic-row.ts";

/** The states of the service's visits. */
export const clinicStates: Readonly<Record<VisitState, readonly [string, Tone]>> = {
  withheld: ["Withheld", "warn"],
  refused: ["Refused", "bad"],
  charged: ["Charged", "ok"],
  closed: ["Closed", "plain"],
};

/** A visit's status in the list, from whichever side is newer. */
export function clinicSituation(row: ClinicRow): {
  readonly label: string;
  readonly tone: Tone;
  readonly words: string;
} {
  const { clinic, here } = row;
  if (row.leads === "browser" || !clinic) return situationOf(here ?? row);
  const [label, tone] = clinicStates[clinic.state];
  if (clinic.state === "charged") {
    const { invoiceNumber } = clinic;
    return {
      label,
      tone,
      words: typeof invoiceNumber === "number" ? `Invoice ${invoiceNumber}` : "Invoice created",
    };
  }
  return { label, tone, words: clinic.reason || `${label} without a reason` };
}

/** How long it has waited: "2 h", "3 days". */
export function waitedWords(since: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - since) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  return days === 1 ? "1 day" : `${formatCount(days)} days`;
}

/** "You until 10:40", "Casey until 10:40"; empty when nobody has it or it has expired. */
export function holderWords({ clinic }: ClinicRow, me: string, now: number): string {
  if (!clinic?.takenBy) return "";
  const until = msOf(clinic.takenUntil);
  if (until <= now) return "";
  return `${isMe(clinic.takenBy, me) ? "You" : clinic.takenBy} until ${formatMoment(until, now)}`;
}

export function isMe(name: string | null | undefined, me: string): boolean {
  return name?.toLowerCase() === me.toLowerCase();
}

/** "Snoozed until Nov 24"; empty when it is not. */
export function snoozedWords({ clinic }: ClinicRow, now: number): string {
  const until = msOf(clinic?.snoozedUntil);
  if (until <= now) return "";
  return new Date(until).getUTCFullYear() === 9999
    ? "Snoozed until a new event"
    : `Snoozed until ${formatMoment(until, now)}`;
}
