import { newSecret } from "#room/server/sessions/link-secret.ts";
import type { ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import { notSignedIn, type Refusal } from "#room/server/http/refusal.ts";
import { type ProvenUser, startSession } from "#room/server/sessions/provider.ts";
import { keepProviderSession, seal, unseal } from "#room/server/sessions/provider-sessions.ts";
import { challengeLifeMs, keepPending, type Pending } from "./challenges.ts";
import { factorsOf, isAnyFactor } from "./factor-store.ts";

export interface SignInEnd {
  readonly by: string;
  readonly remember: boolean;
  readonly referrerUrl: string | undefined;
  /** The name of the session at an identity provider. */
  readonly idToken?: string;
}

export async function hasFactor({ store }: Pick<HandlerContext, "store">, userId: number): Promise<boolean> {
  return isAnyFactor(await factorsOf(store, userId));
}

function secondFactorNeeded(): Refusal {
  return notSignedIn(
    "SecondFactorNeeded",
    "A second factor is set up for this user, so the sign-in is not done yet. The console asks for it; a program needs a user, or a key, of its own.",
  );
}

async function begin(
  user: ProvenUser,
  { idToken, ...end }: SignInEnd,
  context: HandlerContext,
): Promise<ResponseOf<"authenticate">> {
  const answer = await startSession(user, end, context);
  if (idToken !== undefined)
    await keepProviderSession(context.store, {
      sessionId: answer.sessionId ?? "",
      provider: end.by,
      idToken,
    });
  return answer;
}

/**
 * Ends a sign-in whose first step succeeded: with a session or, if the user has a second factor, with the refusal that
 * asks for it. The handle for the second step is in a cookie, so that no page or log sees it.
 */
export async function endSignIn(
  user: ProvenUser,
  end: SignInEnd,
  context: HandlerContext,
): Promise<ResponseOf<"authenticate">> {
  const { store, now, transport } = context;
  if (!(await hasFactor(context, user.userId))) return begin(user, end, context);
  const handle = newSecret();
  const { idToken, ...rest } = end;
  const pending: Pending = {
    kind: "sign-in",
    userId: user.userId,
    signInsEnded: user.signInsEnded,
    challenge: undefined,
    ...rest,
    ...(idToken === undefined ? {} : { idToken: seal(idToken, handle) }),
  };
  await keepPending(store, handle, { pending, now: now().getTime() });
  transport.setFactorHandle(handle, challengeLifeMs / 1000);
  throw secondFactorNeeded();
}

/** The session of a sign-in whose second step has succeeded, too. */
export function finishSignIn(
  user: ProvenUser,
  { pending, handle, by }: { pending: Pending; handle: string; by: string },
  context: HandlerContext,
): Promise<ResponseOf<"authenticate">> {
  const { remember = false, referrerUrl, idToken, signInsEnded = user.signInsEnded } = pending;
  context.transport.setFactorHandle("", 0);
  return begin(
    { ...user, signInsEnded },
    {
      by,
      remember,
      referrerUrl,
      ...(idToken === undefined ? {} : { idToken: unseal(idToken, handle) }),
    },
    context,
  );
}
