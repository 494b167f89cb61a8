import { isSameUser } from "#room/workspace/visits/claim.ts";
import type { ServiceVisit } from "./use-service-visit.ts";

type Notes = ServiceVisit["notes"];

/** What others wrote on a visit since a dialog about it opened, in words; the same words once. */
export function newNotes(before: Notes, now: Notes, me: string): string[] {
  const known = new Set(before.map(({ noteId }) => noteId));
  const words = now
    .filter(({ noteId, writtenBy }) => !known.has(noteId) && !isSameUser(writtenBy, me))
    .map(({ writtenBy, text }) => `${writtenBy} added a note meanwhile: “${text}”`);
  return [...new Set(words)];
}
