import { hash } from "node:crypto";
import type { SessionInfo } from "./sessions.ts";

/** Another one once the user may see or do something else: what a page has shown since may not be theirs any more. */
export function rightsMark({
  role,
  rights,
  practices,
}: Pick<SessionInfo, "role" | "rights" | "practices">): string {
  const what = JSON.stringify([role, [...rights].toSorted(), practices.toSorted()]);
  return hash("sha256", what, "base64url").slice(0, 22);
}
