import { defineHandler } from "#room/server/define-handler.ts";
import type { FactorWay } from "#room/contract/schemas/factor.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";
import { handleOfSession, keepPending } from "#room/server/sessions/second-factor/challenges.ts";
import { factorsOf, isAnyFactor } from "#room/server/sessions/second-factor/factor-store.ts";
import { passkeysHere, placeOf, provingQuestion } from "#room/server/sessions/second-factor/passkeys.ts";
import { originOf } from "#room/server/sessions/second-factor/prove.ts";

/** How users can prove their identity again: never by weaker means than they signed in with. */
export const beginProof = defineHandler("beginProof", {
  perMinute: "signInsPerMinute",
  audit: "none",
  handle: async (_request, context) => {
    const { session, store } = context;
    if (!session) throw notAuthenticated();
    const { userId, idHash, beganBy } = session;
    const factors = await factorsOf(store, userId);
    if (!isAnyFactor(factors)) {
      // With digest the password never leaves the browser, and a provider session has none.
      const way: FactorWay = beganBy === "credentials" ? "password" : "sign-in";
      return { ways: [way] };
    }
    const origin = originOf(context);
    const here = passkeysHere(factors.passkeys, origin);
    const question = here.length > 0 ? await provingQuestion(here, placeOf(origin) ?? "") : undefined;
    if (question) {
      const pending = { kind: "proof", userId, challenge: question.challenge } as const;
      await keepPending(store, handleOfSession("proof", idHash), { pending, now: context.now().getTime() });
    }
    const ways: FactorWay[] = [
      ...(question ? (["passkey"] as const) : []),
      ...(factors.totpSince === undefined ? [] : (["totp"] as const)),
      ...(factors.recoveryCodesLeft > 0 ? (["recovery"] as const) : []),
    ];
    return { ways, ...(question ? { passkey: { ...question } } : {}) };
  },
});
