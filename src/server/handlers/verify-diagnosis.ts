import type { Handler } from "#room/server/handler.ts";
import { Refusal } from "#room/server/http/refusal.ts";

/** Holds the place of the handler until its room lands it. */
export const verifyDiagnosis: Handler<"verifyDiagnosis"> = async () => {
  throw new Refusal(405, "NotImplementedException", "The operation does not exist for this service.");
};
