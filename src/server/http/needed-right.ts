import { textIn } from "#room/billing/json-record.ts";
import { programOperations } from "#room/contract/program-operations.ts";
import { type OperationKey, registry, type RequestOf, type ResponseOf } from "#room/contract/registry.ts";
import { type Right, rightsOverAll } from "#room/contract/rights.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import { concernsAll, Refusal, storeIsAway } from "./refusal.ts";
import type { OperationFacts } from "#room/contract/operation.ts";

const proofMs = 10 * 60_000;

/** Neither is an attempt at something forbidden, so they are not in the trail. */
export const notYetCodes: ReadonlySet<string> = new Set(["ProveAgain", "SecondFactorSetUpNeeded"]);

const setUpFirst =
  "Your role needs a second factor, and you have none yet. Set it up in the console; until then nothing else is done.";

/** Throws the 403 for a user who must first set up a second factor, or prove their identity again. */
export function checkProof(key: OperationKey, session: SessionInfo, now: number): void {
  const operation: OperationFacts = registry[key];
  if (session.mustSetUpFactor === true && operation.beforeFactor !== true)
    throw new Refusal(403, "SecondFactorSetUpNeeded", setUpFirst);
  const { provedAt = Number.NaN } = session;
  if (operation.asksAgain !== true || Math.abs(now - provedAt) < proofMs) return;
  throw new Refusal(
    403,
    "ProveAgain",
    "This needs proof of who you are: use ProofRequest and ProveAgainRequest, then send the same request again. Nothing was done.",
  );
}

type Known = Pick<SessionInfo, "role" | "rights" | "userName" | "practices" | "key">;

function wordsOf(right: Right, { role, key }: Known): string {
  if (key) return `This needs the right “${right}”, which this key does not have.`;
  return `This needs the right “${right}”, which your role (${role}) does not have. An administrator can change it.`;
}

function forbidden(right: Right, viewer: Known): Refusal {
  if (!viewer.key && viewer.practices.length > 0 && rightsOverAll.includes(right)) return concernsAll();
  return new Refusal(403, "Forbidden", wordsOf(right, viewer));
}

/** The right a user lacks for an operation, as far as its name tells. */
function lackedFor(key: OperationKey, { rights }: Known): Right | undefined {
  const { right } = registry[key];
  return right === "anyone" || right === "signed-in" || rights.has(right) ? undefined : right;
}

/** Throws the 403 for an operation the caller may not call at all, before the body is read. */
export function checkRight(key: OperationKey, viewer: Known): void {
  if (viewer.key && !viewer.key.operations.has(key))
    throw new Refusal(
      403,
      "KeyNotAllowed",
      programOperations.includes(key)
        ? `This key may not call ${registry[key].name}. An administrator can make one that may, under API keys.`
        : `No key may call ${registry[key].name}: it is for people, who sign in.`,
    );
  const lacked = lackedFor(key, viewer);
  if (lacked !== undefined) throw forbidden(lacked, viewer);
}

/**
 * Checks rights that depend on the request. Throws the 403 for requests only some may make. In messaging, whose key is
 * in the body, returns the answer that reports the refusal by its flag.
 */
export async function refusedFor<K extends OperationKey>(
  key: K,
  request: RequestOf<K>,
  context: Pick<HandlerContext, "session" | "sessions" | "log">,
): Promise<ResponseOf<K> | undefined> {
  // Looked up by its own key, which the compiler cannot follow.
  const operation = registry[key] as (typeof registry)[OperationKey] & {
    alsoNeeds?(request: RequestOf<K>, userName: string): Right | undefined;
  };
  const { session, sessions } = context;
  if (session) {
    const more = operation.alsoNeeds?.(request, session.userName);
    if (more !== undefined && !session.rights.has(more)) throw forbidden(more, session);
    return undefined;
  }
  if (operation.session !== "body") return undefined;
  const { faults } = operation;
  // A fault of this operation is a valid answer of it.
  const refusedBy = (flag: string, words: string) => faults.write(flag as never, words) as ResponseOf<K>;
  const found = await sessions
    .lookUp(textIn(request, "sessionKey"), { isUse: false })
    .catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
      context.log.error({ err: error }, "a session could not be looked up");
      return undefined;
    });
  if (!found) {
    const flag = faults.codes.find((code) => code === "serverError") ?? "other";
    return refusedBy(flag, storeIsAway);
  }
  if (found.state !== "live") return undefined;
  const lacked = lackedFor(key, found.user);
  if (lacked === undefined && found.user.mustSetUpFactor !== true) return undefined;
  const words = lacked === undefined ? setUpFirst : wordsOf(lacked, found.user);
  return refusedBy("unauthorizedAccess", words);
}
