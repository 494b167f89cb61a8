import { defineHandler } from "#room/server/define-handler.ts";
import { Refusal, invalidMember } from "#room/server/http/refusal.ts";
import {
  factorsOf,
  passkeysOf,
  forgetFactor,
  isAnyFactor,
  renewRecoveryCodes,
} from "#room/server/sessions/second-factor/factor-store.ts";
import { placeOf, checkedPlace, creationQuestion } from "#room/server/sessions/second-factor/passkeys.ts";
import { originOf } from "#room/server/sessions/second-factor/prove.ts";
import { wireInstant } from "./visit-answer.ts";
import { handleOfSession, keepPending } from "#room/server/sessions/second-factor/challenges.ts";
import { newTotpSecret, totpAddress } from "#room/server/sessions/second-factor/totp.ts";
import { withEntry } from "#room/server/audit/with-entry.ts";
import type { Within } from "#room/server/store/store.ts";

export const listFactors = defineHandler("listFactors", {
  audit: "none",
  handle: async (_request, context) => {
    const { session, store, settings } = context;
    const { totpSince, passkeys, recoveryCodesLeft } = await factorsOf(store, session.userId);
    const place = placeOf(originOf(context));
    return {
      isRequired: settings.secondFactorRoles.some((role) => role === session.role),
      totpSince: wireInstant(totpSince),
      passkeys: passkeys.map(({ credential_id: passkeyId, name, created_at, last_used_at }) => ({
        passkeyId,
        name,
        createdAt: wireInstant(created_at),
        lastUsedAt: wireInstant(last_used_at ?? undefined),
      })),
      recoveryCodesLeft,
      passkeyPlace: place,
    };
  },
});

/** More passkeys than anyone needs; each is a row. */
const maxPasskeys = 20;

/** Starts setting up a factor. Only the session that started it can finish it. */
export const addFactor = defineHandler("addFactor", {
  perMinute: "signInsPerMinute",
  audit: "none",
  handle: async ({ kind }, context) => {
    const { session, store } = context;
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

export const removeFactor = defineHandler("removeFactor", {
  audit: "by-handler",
  handle: async ({ totp, passkeyId }, context) => {
    const { session, settings, now } = context;
    const { userId, userName, role, idHash } = session;
    if (totp !== true && !passkeyId)
      throw invalidMember("NotEmpty", "passkeyId", "What is to be removed must be given: totp or passkeyId.");
    const which = totp === true ? ({ totp: true } as const) : { passkeyId: passkeyId ?? "" };
    const work = async ({ db, sessions }: Within) => {
      // One after the other, so that two at once do not remove the last two.
      await db.updateTable("person").set({ user_id: userId }).where("user_id", "=", userId).execute();
      const { totpSince, passkeys } = await factorsOf({ db }, userId);
      const isLast = (totpSince === undefined ? 0 : 1) + passkeys.length <= 1;
      if (isLast && settings.secondFactorRoles.some((name) => name === role))
        throw new Refusal(
          409,
          "FactorRequired",
          `Your role (${role}) needs a second factor, and this is your only one. Add another one first.`,
        );
      if (!(await forgetFactor({ db }, userId, which)))
        throw new Refusal(404, "NotFound", "There is no such factor; it may be removed already.");
      await sessions.prove(idHash, now().getTime());
      return {};
    };
    const kind = totp === true ? "authenticator app" : "passkey";
    return withEntry(context, "changed factor", work, () => `${userName}: ${kind} removed`);
  },
});

export const makeRecoveryCodes = defineHandler("makeRecoveryCodes", {
  audit: "by-handler",
  handle: async (_request, context) => {
    const { session, store } = context;
    const { userId, userName } = session;
    if (!isAnyFactor(await factorsOf(store, userId)))
      throw new Refusal(409, "NoFactor", "Recovery codes stand in for a second factor. Set one up first.");
    const work = (within: Within) => renewRecoveryCodes(within, userId);
    const subject = `${userName}: new recovery codes`;
    return { recoveryCodes: await withEntry(context, "changed factor", work, () => subject) };
  },
});
