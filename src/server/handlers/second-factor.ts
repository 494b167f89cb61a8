import { defineHandler } from "#room/server/define-handler.ts";
import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import {
  endPending,
  type Pending,
  takeChallenge,
  takeTry,
  challengeLifeMs,
  countStrangers,
  findPending,
  keepPending,
  setChallenge,
} from "#room/server/sessions/second-factor/challenges.ts";
import { finishSignIn } from "#room/server/sessions/second-factor/end-sign-in.ts";
import {
  provenPasskey,
  checkedPlace,
  provingQuestion,
  provingWays,
} from "#room/server/sessions/second-factor/passkeys.ts";
import { originOf, provenBy, wrongProof } from "#room/server/sessions/second-factor/prove.ts";
import { watchAddress, watchSignIn } from "#room/server/sessions/throttle.ts";
import { newSecret } from "#room/server/sessions/link-secret.ts";
import { Refusal, tooMany } from "#room/server/http/refusal.ts";
import { checkedContinue } from "#room/server/sessions/continue-path.ts";
import { factorsOf, findPasskey } from "#room/server/sessions/second-factor/factor-store.ts";
import { inTransaction } from "#room/server/store/rows.ts";
import { appendAudit } from "#room/server/store/append-audit.ts";
import { looseEntry } from "#room/server/audit/audit-entry.ts";
import { addressKey } from "#room/server/sessions/address-key.ts";

/** The most passkey challenges open at a time; each is a row for five minutes. */
const maxStrangers = 5000;

/** The sign-in expired, did not begin in this browser, or had too many attempts. */
export function signInIsOver(): Refusal {
  return new Refusal(
    400,
    "SignInExpired",
    "This sign-in took too long or was tried too often. You are not signed in; begin again.",
  );
}

async function beginAlone(
  request: RequestOf<"beginSecondFactor">,
  context: HandlerContext,
): Promise<ResponseOf<"beginSecondFactor">> {
  const { store, settings, transport, remoteAddress } = context;
  const referrerUrl = checkedContinue(request.continue);
  await watchAddress(context).check();
  const now = context.now().getTime();
  const { fromAddress, inAll } = await countStrangers(store, addressKey(remoteAddress), now);
  if (fromAddress >= settings.addressFailures || inAll >= maxStrangers) throw tooMany(challengeLifeMs / 1000);
  const place = checkedPlace(originOf(context));
  const passkey = await provingQuestion(undefined, place);
  const handle = newSecret();
  const pending = {
    kind: "passkey-sign-in",
    userId: undefined,
    challenge: passkey.challenge,
    by: "passkey",
    remember: request.rememberMe === true,
    referrerUrl,
  } as const;
  await keepPending(store, handle, { pending, now, addressKey: addressKey(remoteAddress) });
  transport.setFactorHandle(handle, challengeLifeMs / 1000);
  return { ways: ["passkey"], passkey: { ...passkey } };
}

export const beginSecondFactor = defineHandler("beginSecondFactor", {
  perMinute: "signInsPerMinute",
  audit: "none",
  handle: async (request, context) => {
    const { store, transport } = context;
    transport.checkOwnOrigin();
    if (request.passkeyAlone === true) return beginAlone(request, context);
    const handle = transport.factorHandle() ?? "";
    const pending = await findPending(store, handle, context.now().getTime());
    if (pending?.kind !== "sign-in" || pending.userId === undefined) throw signInIsOver();
    const answer = await provingWays(await factorsOf(store, pending.userId), originOf(context));
    if (answer.passkey) await setChallenge(store, handle, answer.passkey.challenge);
    return answer;
  },
});

/** The user a passkey names, when it is the only step. */
async function finishAlone(
  { passkey }: RequestOf<"finishSecondFactor">,
  { pending, handle }: { readonly pending: Pending; readonly handle: string },
  context: HandlerContext,
): Promise<ResponseOf<"authenticate">> {
  const { store } = context;
  const watched = watchAddress(context);
  await watched.check();
  const { challenge } = pending;
  const isFresh = challenge !== undefined && (await takeChallenge(store, handle, challenge));
  const row = passkey && isFresh ? await findPasskey(store, passkey.id) : undefined;
  // Read before the proof: what ends all their sessions after it ends this sign-in too.
  const user = row && (await store.users.byId(row.user_id));
  const isProven =
    passkey &&
    isFresh &&
    (await provenPasskey(store, passkey, {
      challenge,
      origin: originOf(context),
      ofUser: undefined,
      now: context.now().getTime(),
    }));
  if (!user || user.disabled || !isProven) {
    await watched.failed(user?.name, "passkey");
    throw wrongProof({ passkey });
  }
  // Failed codes throttle even a caller who knows the password. A passkey cannot be guessed, so it is exempt.
  if (!(await endPending(store, handle))) throw signInIsOver();
  return finishSignIn(user, { pending, handle, by: "passkey" }, context);
}

/**
 * Continues the sign-in named by this browser's cookie. Returns the session as Auth does, or throws the refusal, which
 * counts like a wrong password.
 */
export const finishSecondFactor = defineHandler("finishSecondFactor", {
  perMinute: "signInsPerMinute",
  audit: "by-handler",
  handle: async (request, context) => {
    const { store, transport } = context;
    transport.checkOwnOrigin();
    const handle = transport.factorHandle() ?? "";
    const pending = await takeTry(store, handle, context.now().getTime());
    if (pending?.kind === "passkey-sign-in") return finishAlone(request, { pending, handle }, context);
    const user = pending?.userId === undefined ? undefined : await store.users.byId(pending.userId);
    if (!pending || pending.kind !== "sign-in" || !user || user.disabled) throw signInIsOver();
    const watched = watchSignIn(context, user.name);
    await watched.take();
    const by = await inTransaction(store.db, async (db) => {
      const within = { store: { ...store, db }, now: context.now, transport };
      const used = await provenBy(user.userId, request, {
        handle,
        challenge: pending.challenge,
        context: within,
      });
      // Of two concurrent proofs only one succeeds; the other is not used up.
      if (used !== undefined && !(await endPending({ db }, handle))) throw signInIsOver();
      const { remoteAddress } = context;
      const subject = "used a recovery code";
      const note = { actor: user.name, action: "changed factor", subject, remoteAddress } as const;
      if (used === "recovery") await appendAudit(store, db, [looseEntry(note, context.now().getTime())]);
      return used;
    });
    if (by === undefined) {
      await watched.failed();
      throw wrongProof(request);
    }
    await watched.succeeded();
    const { by: first = "credentials" } = pending;
    return finishSignIn(user, { pending, handle, by: first }, context);
  },
});
