import { defineHandler } from "#room/server/define-handler.ts";
import { notAuthenticated } from "#room/server/http/refusal.ts";
import { factorsOf } from "#room/server/sessions/second-factor/factor-store.ts";
import { placeOf } from "#room/server/sessions/second-factor/passkeys.ts";
import { originOf } from "#room/server/sessions/second-factor/prove.ts";
import { wireInstant } from "./visit-answer.ts";

/** The caller's second factors. */
export const listFactors = defineHandler("listFactors", {
  audit: "none",
  handle: async (_request, context) => {
    const { session, store, settings } = context;
    if (!session) throw notAuthenticated();
    const { totpSince, passkeys, recoveryCodesLeft } = await factorsOf(store, session.userId);
    const place = placeOf(originOf(context));
    return {
      isRequired: settings.secondFactorRoles.some((role) => role === session.role),
      ...(totpSince === undefined ? {} : { totpSince: wireInstant(totpSince) }),
      passkeys: passkeys.map(({ credential_id: passkeyId, name, created_at, last_used_at }) => ({
        passkeyId,
        name,
        createdAt: wireInstant(created_at),
        ...(last_used_at === null ? {} : { lastUsedAt: wireInstant(last_used_at) }),
      })),
      recoveryCodesLeft,
      ...(place === undefined ? {} : { passkeyPlace: place }),
    };
  },
});
