import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { type Viewer, maySee } from "#room/server/store/visits/visit-types.ts";
import { outsideYourPractices } from "./visit-answer.ts";

/** The canonical practice that a filter names; empty if none. Throws the 403 for a practice the user may not see. */
export function checkPractice(practiceId: string | null | undefined, viewer: Viewer): string {
  if (isGuidAbsent(practiceId) || !practiceId) return "";
  const canonical = canonicalGuid(practiceId) ?? practiceId;
  if (!maySee(viewer, canonical)) throw outsideYourPractices();
  return canonical;
}
