import { actionOf } from "#room/features/visits/queue/row-action.ts";
import type { ClinicRow } from "./clinic-row.ts";
import { isMe } from "./clinic-words.ts";

/** What a row's button does: continue what this browser started, take a free visit, otherwise open it. */
export function clinicActionOf(
  { clinic, here, leads }: ClinicRow,
  me: string,
): "own" | "take" | "go on" | "open" {
  const isOpen = clinic?.state === "withheld" || clinic?.state === "refused";
  const isOurs = leads === "browser" || (isOpen && here?.eventId === clinic.eventId);
  if (here && isOurs) return actionOf(here) ? "own" : "open";
  if (isOpen && !clinic.takenBy) return "take";
  return isMe(clinic?.takenBy, me) ? "go on" : "open";
}
