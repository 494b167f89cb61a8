import { canonicalGuid, isGuidAbsent } from "#room/contract/primitives/guid.ts";
import { type Asker, maySee } from "#room/server/store/visits/visit-types.ts";
import { outsideYourPractices } from "./visit-answer.ts";

/** The practice that a filter names, canonical; empty when it names none. Throws the 403 of one that is not theirs. */
export function checkPractice(practiceId: string | null | undefined, asker: Asker): string {
  if (isGuidAbsent(practiceId) || !practiceId) return "";
  const canonical = canonicalGuid(practiceId) ?? practiceId;
  if (!maySee(asker, canonical)) throw outsideYourPractices();
  return canonical;
}
