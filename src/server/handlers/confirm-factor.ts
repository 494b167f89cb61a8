import { defineHandler } from "#room/server/define-handler.ts";
import type { RequestOf } from "#room/contract/registry.ts";
import { withEntry } from "#room/server/audit/with-entry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { invalidMember, notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import { lockProven } from "#room/server/store/session-repository.ts";
import type { Within } from "#room/server/store/store.ts";
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

const setUpIsOver = () =>
  new Refusal(
    400,
    "SetUpExpired",
    "This took too long or was tried too often. Begin again; nothing was changed.",
  );

/** What AddFactor began in this session, if it has not expired. */
async function begun(kind: "add-totp" | "add-passkey", { idHash }: SessionInfo, context: HandlerContext) {
  const handle = handleOfSession(kind, idHash);
  const pending = await takeTry(context.store, handle, context.now().getTime());
  if (!pending) throw setUpIsOver();
  return { pending, handle };
}

/** Called in the transaction that notes it. */
type Keep = (within: Within) => Promise<void>;

async function provenTotp(code: string, session: SessionInfo, context: HandlerContext): Promise<Keep> {
  const now = context.now().getTime();
  const { pending, handle } = await begun("add-totp", session, context);
  const { secret = "" } = pending;
  const step = stepOfCode(secret, code, now);
  if (step === undefined) throw wrongProof({ code });
  // Read before the transaction: SQLite has one connection.
  const seal = await context.store.vault.sealer();
  return async ({ db }) => {
    // Another proof, or the end of all sessions, may have ended it.
    if (!(await endPending({ db }, handle))) throw setUpIsOver();
    const vault = { sealer: async () => seal };
    await keepTotp({ db, vault }, { userId: session.userId, secret, step, now });
  };
}

async function provenPasskey(
  { passkey, name }: RequestOf<"confirmFactor">,
  session: SessionInfo,
  context: HandlerContext,
): Promise<Keep> {
  const { pending, handle } = await begun("add-passkey", session, context);
  // A challenge can be signed only once, whatever the outcome.
  const isFirst = await endPending(context.store, handle);
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
  return async (within) => {
    if (!(await keepPasskey(within, row)))
      throw new Refusal(409, "PasskeyKnown", "This passkey is set up already.");
  };
}

/**
 * Completes a set-up. The first factor comes with recovery codes and ends all of the person's other sessions, which
 * began without it.
 */
export const confirmFactor = defineHandler("confirmFactor", {
  perMinute: "signInsPerMinute",
  audit: "by-handler",
  handle: async (request, context) => {
    const { session, now } = context;
    const { userId, userName, idHash } = session;
    if (!request.code && !request.passkey)
      throw invalidMember("NotEmpty", "code", "A code or a passkey must be given.");
    const keep = request.code
      ? await provenTotp(request.code, session, context)
      : await provenPasskey(request, session, context);
    const work = async (within: Within) => {
      const { db, sessions } = within;
      // Locked first, as where all sessions end, so that the two wait for each other.
      if (!(await lockProven(db, { userId }))) throw notAuthenticated();
      const before = await factorsOf(within, userId);
      await keep(within);
      const recoveryCodes = before.recoveryCodesLeft === 0 ? await renewRecoveryCodes({ db }, userId) : [];
      const at = now().getTime();
      await sessions.prove(idHash, at);
      const ending = { reason: "second factor set up", except: idHash };
      if (!isAnyFactor(before)) await sessions.endAllOf(userId, at, ending);
      return { recoveryCodes };
    };
    const kind = request.code ? "authenticator app" : "passkey";
    return withEntry(context, "changed factor", work, () => `${userName}: ${kind} added`);
  },
});
