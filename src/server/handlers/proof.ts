import { defineHandler } from "#room/server/define-handler.ts";
import type { FactorWay } from "#room/contract/schemas/factor.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import { handleOfSession, keepPending, findPending } from "#room/server/sessions/second-factor/challenges.ts";
import { factorsOf, isAnyFactor } from "#room/server/sessions/second-factor/factor-store.ts";
import { provingWays } from "#room/server/sessions/second-factor/passkeys.ts";
import { originOf, provenBy, wrongProof } from "#room/server/sessions/second-factor/prove.ts";
import { withEntry } from "#room/server/audit/with-entry.ts";
import type { Within } from "#room/server/store/store.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { provenUser } from "#room/server/sessions/credentials.ts";
import { hasFactor } from "#room/server/sessions/second-factor/end-sign-in.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import { watchSignIn } from "#room/server/sessions/throttle.ts";

/** How users can prove their identity again: never by weaker means than they signed in with. */
export const beginProof = defineHandler("beginProof", {
  perMinute: "signInsPerMinute",
  audit: "none",
  handle: async (_request, context) => {
    const { session, store } = context;
    const { userId, idHash, beganBy } = session;
    const factors = await factorsOf(store, userId);
    if (!isAnyFactor(factors)) {
      // With digest the password never leaves the browser, and a provider session has none.
      const way: FactorWay = beganBy === "credentials" ? "password" : "sign-in";
      return { ways: [way] };
    }
    const answer = await provingWays(factors, originOf(context));
    if (answer.passkey) {
      const pending = { kind: "proof", userId, challenge: answer.passkey.challenge } as const;
      await keepPending(store, handleOfSession("proof", idHash), { pending, now: context.now().getTime() });
    }
    return answer;
  },
});

/** A 401 would tell the console that the session is over. */
async function checkPassword(userName: string, password: string, context: HandlerContext): Promise<void> {
  await provenUser({ userName, password }, context).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    throw new Refusal(400, "WrongProof", "That isn’t your password.");
  });
}

async function checkFactor(
  session: SessionInfo,
  proof: Parameters<typeof provenBy>[1],
  context: HandlerContext,
): Promise<string> {
  const handle = handleOfSession("proof", session.idHash);
  const watched = watchSignIn(context, session.userName);
  await watched.take();
  const pending = await findPending(context.store, handle, context.now().getTime());
  const by = await provenBy(session.userId, proof, { handle, challenge: pending?.challenge, context });
  if (by === undefined) {
    await watched.failed();
    throw wrongProof(proof);
  }
  await watched.succeeded();
  return by;
}

/** Users with a second factor prove their identity with it, others with the password that began the session. */
export const proveAgain = defineHandler("proveAgain", {
  perMinute: "signInsPerMinute",
  audit: "by-handler",
  handle: async ({ password, ...proof }, context) => {
    const { session, now } = context;
    const { userId, userName, beganBy, idHash } = session;
    let by = "password";
    if (await hasFactor(context, userId)) by = await checkFactor(session, proof, context);
    else if (beganBy !== "credentials")
      throw new Refusal(409, "SignInAgain", "Sign in again the way you did: that proves who you are.");
    else await checkPassword(userName, password ?? "", context);
    const work = ({ sessions }: Within) => sessions.prove(idHash, now().getTime());
    await withEntry(context, "proved again", work, () => by);
    return {};
  },
});
