import { defineHandler } from "#room/server/define-handler.ts";
import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { Refusal, tooMany } from "#room/server/http/refusal.ts";
import { checkedContinue } from "#room/server/sessions/continue-path.ts";
import {
  challengeLifeMs,
  countStrangers,
  findPending,
  keepPending,
  setChallenge,
} from "#room/server/sessions/second-factor/challenges.ts";
import { newHandle } from "#room/server/sessions/second-factor/end-sign-in.ts";
import { factorsOf } from "#room/server/sessions/second-factor/factor-store.ts";
import {
  checkedPlace,
  passkeysHere,
  placeOf,
  provingQuestion,
} from "#room/server/sessions/second-factor/passkeys.ts";
import { originOf } from "#room/server/sessions/second-factor/prove.ts";
import { addressKey } from "#room/server/sessions/address-key.ts";
import { watchAddress } from "#room/server/sessions/throttle.ts";

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
  const handle = newHandle();
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
    const { totpSince, passkeys, recoveryCodesLeft } = await factorsOf(store, pending.userId);
    const origin = originOf(context);
    const here = passkeysHere(passkeys, origin);
    const question = here.length > 0 ? await provingQuestion(here, placeOf(origin) ?? "") : undefined;
    if (question) await setChallenge(store, handle, question.challenge);
    return {
      ways: [
        ...(question ? ["passkey"] : []),
        ...(totpSince === undefined ? [] : ["totp"]),
        ...(recoveryCodesLeft > 0 ? ["recovery"] : []),
      ],
      ...(question ? { passkey: { ...question } } : {}),
    };
  },
});
