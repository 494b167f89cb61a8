import { defineHandler } from "#room/server/define-handler.ts";
import { notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import { handleOfSession, keepPending } from "#room/server/sessions/second-factor/challenges.ts";
import { passkeysOf } from "#room/server/sessions/second-factor/factor-store.ts";
import { checkedPlace, creationQuestion } from "#room/server/sessions/second-factor/passkeys.ts";
import { originOf } from "#room/server/sessions/second-factor/prove.ts";
import { newTotpSecret, totpAddress } from "#room/server/sessions/second-factor/totp.ts";

/** More passkeys than anyone needs; each is a row. */
const maxPasskeys = 20;

/** Starts setting up a factor. Only the session that started it can finish it. */
export const addFactor = defineHandler("addFactor", {
  perMinute: "signInsPerMinute",
  audit: "none",
  handle: async ({ kind }, context) => {
    const { session, store } = context;
    if (!session) throw notAuthenticated();
    const { userId, userName, idHash } = session;
    const now = context.now().getTime();
    if (kind === "totp") {
      const secret = newTotpSecret();
      const pending = { kind: "add-totp", userId, challenge: undefined, secret } as const;
      await keepPending(store, handleOfSession("add-totp", idHash), { pending, now });
      return { secret, address: totpAddress(secret, userName) };
    }
    const place = checkedPlace(originOf(context));
    const known = await passkeysOf(store, userId);
    if (known.length >= maxPasskeys)
      throw new Refusal(
        409,
        "TooManyPasskeys",
        "You have 20 passkeys. Remove one that you no longer use first.",
      );
    const passkey = await creationQuestion({ userId, userName }, known, place);
    const pending = { kind: "add-passkey", userId, challenge: passkey.challenge } as const;
    await keepPending(store, handleOfSession("add-passkey", idHash), { pending, now });
    return { passkey: { ...passkey } };
  },
});
