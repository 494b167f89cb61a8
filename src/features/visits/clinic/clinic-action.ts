import { actionOf } from "#room/features/visits/queue/row-action.ts";
import type { ClinicRow } from "./clinic-row.ts";
import { isMe } from "./clinic-words.ts";

/** What the button of a row does: what this browser began goes on here, what is free is taken, else it is opened. */
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
