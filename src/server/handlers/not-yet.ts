import { Refusal } from "#room/server/http/refusal.ts";

/** Answers as a service that lacks the extension does, until it is here. */
export async function notYet(): Promise<never> {
  throw new Refusal(405, "NotImplementedException", "This service does not have this operation yet.");
}
