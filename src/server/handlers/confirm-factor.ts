import { defineHandler } from "#room/server/define-handler.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { noteAction } from "#room/server/audit/note-action.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { invalidMember, Refusal } from "#room/server/http/refusal.ts";
import type { SessionInfo } from "#room/server/sessions/sessions.ts";
import { endPending, handleOfSession, takeTry } from "#room/server/sessions/second-factor/challenges.ts";
import {
  factorsOf,
  isAnyFactor,
  keepPasskey,
  keepTotp,
  renewRecoveryCodes,
} from "#room/server/sessions/second-factor/factor-store.ts";
import { madePasskey } from "#room/server/sessions/second-factor/passkeys.ts";
import { originOf, wrongProof } from "#room/server/sessions/second-factor/prove.ts";
import { stepOfCode } from "#room/server/sessions/second-factor/totp.ts";

/** What AddFactor began in this session, if it has not expired. */
async function begun(kind: "add-totp" | "add-passkey", { idHash }: SessionInfo, context: HandlerContext) {
  const handle = handleOfSession(kind, idHash);
  const pending = await takeTry(context.store, handle, context.now().getTime());
  if (pending) return { pending, handle };
  throw new Refusal(
    400,
    "SetUpExpired",
    "This took too long or was tried too often. Begin again; nothing was changed.",
  );
}

async function addTotp(code: string, session: SessionInfo, context: HandlerContext): Promise<void> {
  const { store } = context;
  const now = context.now().getTime();
  const { pending, handle } = await begun("add-totp", session, context);
  const { secret = "" } = pending;
  const step = stepOfCode(secret, code, now);
  if (step === undefined) throw wrongProof({ code });
  if (await endPending(store, handle)) await keepTotp(store, { userId: session.userId, secret, step, now });
}

async function addPasskey(
  { passkey, name }: RequestOf<"confirmFactor">,
  session: SessionInfo,
  context: HandlerContext,
): Promise<void> {
  const { store } = context;
  const { pending, handle } = await begun("add-passkey", session, context);
  // A challenge can be signed only once, whatever the outcome.
  const isFirst = await endPending(store, handle);
  const { challenge = "" } = pending;
  const made =
    passkey && isFirst ? await madePasskey(passkey, { challenge, origin: originOf(context) }) : undefined;
  if (!made)
    throw new Refusal(
      400,
      "WrongProof",
      "This passkey could not be verified. Nothing was changed; try again.",
    );
  const created_at = context.now().getTime();
  const row = { ...made, user_id: session.userId, name: name?.trim() || "Passkey", created_at };
  if (!(await keepPasskey(store, row)))
    throw new Refusal(409, "PasskeyKnown", "This passkey is set up already.");
}

/**
 * Completes a set-up. The first factor comes with recovery codes and ends all of the person's other sessions, which
 * began without it.
 */
export const confirmFactor = defineHandler("confirmFactor", {
  perMinute: "signInsPerMinute",
  audit: "by-handler",
  handle: async (request, context) => {
    const { session, sessions, store } = context;
    const { userId, userName, idHash } = session;
    const before = await factorsOf(store, userId);
    if (!request.code && !request.passkey)
      throw invalidMember("NotEmpty", "code", "A code or a passkey must be given.");
    if (request.code) await addTotp(request.code, session, context);
    else await addPasskey(request, session, context);
    const recoveryCodes = before.recoveryCodesLeft === 0 ? await renewRecoveryCodes(store, userId) : [];
    await sessions.prove(session);
    if (!isAnyFactor(before)) await sessions.endAllOf(userId, "second factor set up", idHash);
    const kind = request.code ? "authenticator app" : "passkey";
    await noteAction(context, "changed factor", `${userName}: ${kind} added`);
    return { recoveryCodes };
  },
});
