import type { OperationFacts } from "#room/contract/operation.ts";
import { type OperationKey, registry } from "#room/contract/registry.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import { Refusal } from "./refusal.ts";

/** How long a proof is valid. */
const proofMs = 10 * 60_000;

/** Neither is an attempt at something forbidden, so they are not in the trail. */
export const notYetCodes: ReadonlySet<string> = new Set(["ProveAgain", "SecondFactorSetUpNeeded"]);

export const setUpFirst =
  "Your role needs a second factor, and you have none yet. Set it up in the console; until then nothing else is done.";

/** Throws the 403 for a user who must first set up a second factor, or prove their identity again. */
export function checkProof(key: OperationKey, session: SessionInfo, now: number): void {
  const operation: OperationFacts = registry[key];
  if (session.mustSetUpFactor === true && operation.beforeFactor !== true)
    throw new Refusal(403, "SecondFactorSetUpNeeded", setUpFirst);
  const { provedAt } = session;
  if (operation.asksAgain !== true || (provedAt !== undefined && Math.abs(now - provedAt) < proofMs)) return;
  throw new Refusal(
    403,
    "ProveAgain",
    "This needs proof of who you are: use ProofRequest and ProveAgainRequest, then send the same request again. Nothing was done.",
  );
}
