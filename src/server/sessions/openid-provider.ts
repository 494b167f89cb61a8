import { newSecret } from "./link-secret.ts";
import type { Configuration } from "openid-client";
import { pageAddresses } from "#room/contract/page-addresses.ts";
import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext, OpenIdProvider } from "#room/server/handler.ts";
import { notAuthenticated, notSignedIn, Refusal, tooMany } from "#room/server/http/refusal.ts";
import { boundedBytes } from "#room/server/http/bounded-answer.ts";
import { checkedContinue } from "./continue-path.ts";
import { provenUser } from "./credentials.ts";
import { type Identity, linkIdentity, userOfIdentity } from "./identities.ts";
import type { OpenIdSettings } from "./openid-settings.ts";
import { endSignIn } from "./second-factor/end-sign-in.ts";
import { inTransaction } from "#room/server/store/rows.ts";
import { lockProven } from "#room/server/store/session-repository.ts";
import { appendAudit } from "#room/server/store/append-audit.ts";
import { looseEntry } from "#room/server/audit/audit-entry.ts";
import { countAttempts, keepAttempt, type SignInAttempt, takeAttempt } from "./sign-in-attempts.ts";
import { addressKey } from "./address-key.ts";
import { watchAddress } from "./throttle.ts";

/** Loaded on first use: a server without providers does not need it. */
const library = () => import("openid-client");

/** A provider's answers are read whole, so they are bounded. */
async function boundedFetch(address: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(address, init);
  const { status, statusText, headers } = answer;
  return new Response(new Uint8Array(await boundedBytes(answer)), { status, statusText, headers });
}

async function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<Configuration> {
  const { discovery, allowInsecureRequests, customFetch } = await library();
  const insecure = issuer.protocol === "http:" ? { execute: [allowInsecureRequests] } : {};
  return discovery(issuer, clientId, clientSecret, undefined, {
    ...insecure,
    timeout: 10,
    // Its options are those of fetch, in a type of the library's own.
    [customFetch]: (address: string, init: unknown) => boundedFetch(address, init as RequestInit),
  });
}

/** A provider's metadata, fetched once. Throws the 503 if it cannot be reached, and tries again next time. */
function discovered(settings: OpenIdSettings): (context: HandlerContext) => Promise<Configuration> {
  const { name } = settings;
  let known: Promise<Configuration> | undefined;
  return async (context) => {
    known ??= discover(settings);
    try {
      return await known;
    } catch (error) {
      known = undefined;
      context.log.warn({ err: error, provider: name }, "the discovery of an identity provider failed");
      throw new Refusal(503, "ProviderUnreachable", `The identity provider ${name} could not be reached.`);
    }
  };
}

const attemptLifeMs = 10 * 60_000;
/** How far the provider's clock may be behind ours. */
const clockSkewMs = 30_000;
/** The most sign-ins in progress from all addresses together; each is a row for ten minutes. */
const maxAttempts = 5000;

type Request = RequestOf<"authenticate">;

function invalidState(): Refusal {
  const message = "The provider’s answer does not match this sign-in. Start again.";
  return notSignedIn("InvalidState", message);
}

function notLinked(provider: string, subject: string): Refusal {
  return notSignedIn(
    "AccountNotLinked",
    `No user here is linked to that account. Link it once with your user name and password, or have an administrator link it: provider ${provider}, account ${subject.slice(0, 200)}.`,
  );
}

/** Limits unfinished sign-ins per address; returning from the provider frees one. */
async function checkBeginning(context: HandlerContext): Promise<void> {
  const { store, settings, remoteAddress } = context;
  const now = context.now().getTime();
  const { fromAddress, inAll } = await countAttempts(store, { addressKey: addressKey(remoteAddress), now });
  if (fromAddress >= settings.addressFailures || inAll >= maxAttempts) throw tooMany(attemptLifeMs / 1000);
}

/** Auth for one provider of the settings: the redirect there, and the return. */
export function openIdProvider(settings: OpenIdSettings): OpenIdProvider {
  const { name, asksAnew } = settings;
  const configuration = discovered(settings);

  async function begin(request: Request, context: HandlerContext): Promise<ResponseOf<"authenticate">> {
    const continuePath = checkedContinue(request.continue);
    await checkBeginning(context);
    const { userName, password } = request;
    // Name and password mean that the account should be linked; it is never linked without that proof.
    const proven = userName && password ? await provenUser({ userName, password }, context) : undefined;
    const client = await library();
    const config = await configuration(context);
    const codeVerifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const nonce = client.randomNonce();
    const browser = context.transport.browserMark() ?? newSecret();
    const attempt: SignInAttempt = {
      provider: name,
      codeVerifier,
      nonce,
      continuePath,
      remember: request.rememberMe === true,
      expiresAt: context.now().getTime() + attemptLifeMs,
      addressKey: addressKey(context.remoteAddress),
      userId: proven?.userId,
      signInsEnded: proven?.signInsEnded,
    };
    await keepAttempt(context.store, { state, browser }, attempt);
    context.transport.setBrowserMark(browser, attemptLifeMs / 1000);
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: context.transport.origin() + pageAddresses.signInCallback,
      scope: "openid",
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
      state,
      nonce,
      ...(asksAnew ? { prompt: "login", max_age: "0" } : {}),
    });
    return { referrerUrl: address.href, responseStatus: {} };
  }

  /** The returning identity. Throws if the provider's answer is invalid. */
  async function identityOf(request: Request, context: HandlerContext, attempt: SignInAttempt) {
    const client = await library();
    const config = await configuration(context);
    const state = request.state ?? "";
    const back = new URL(pageAddresses.signInCallback, context.transport.origin());
    back.searchParams.set("code", request.oauth_verifier ?? "");
    back.searchParams.set("state", state);
    // A provider that sends `iss` must send the right one; the console does not pass that parameter on.
    const { issuer } = config.serverMetadata();
    back.searchParams.set("iss", issuer);
    const tokens = await client.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: attempt.codeVerifier,
      expectedState: state,
      expectedNonce: attempt.nonce,
    });
    const claims = tokens.claims();
    if (!claims || !tokens.id_token) throw new Error("the provider gave no id token");
    const began = attempt.expiresAt - attemptLifeMs;
    const signedInAt = Number(claims.auth_time ?? Number.NaN) * 1000;
    if (asksAnew && !(signedInAt >= began - clockSkewMs))
      throw new Error(
        "the provider did not ask the user to sign in again, or does not say when it did (auth_time)",
      );
    return { issuer, subject: claims.sub, idToken: tokens.id_token };
  }

  /** The user linked to the account, or linked now with the proof given before the redirect. */
  async function userOf(
    identity: Identity,
    { userId, signInsEnded }: SignInAttempt,
    { store, now, remoteAddress }: HandlerContext,
  ) {
    const known = await userOfIdentity(store, identity);
    if (userId === undefined || known?.userId === userId) return known;
    const user = await store.users.byId(userId);
    const isLinked = await inTransaction(store.db, async (transaction) => {
      if (!user || !(await lockProven(transaction, { userId, signInsEnded }))) return false;
      if (!(await linkIdentity({ db: transaction }, { ...identity, userId }))) return false;
      const note = { actor: user.name, action: "linked account", subject: name, remoteAddress } as const;
      await appendAudit(store, transaction, [looseEntry(note, now().getTime())]);
      return true;
    });
    if (!isLinked)
      throw notAuthenticated(
        known
          ? "That account is linked to another user here. Ask an administrator."
          : "The account was not linked: you were signed out everywhere meanwhile. Start again.",
      );
    return user;
  }

  async function finish(request: Request, context: HandlerContext): Promise<ResponseOf<"authenticate">> {
    const { store, transport } = context;
    const watched = watchAddress(context);
    await watched.check();
    const state = request.state ?? "";
    const browser = transport.browserMark() ?? "";
    const isWhole = state !== "" && state === request.oauth_token && (request.oauth_verifier ?? "") !== "";
    const attempt = isWhole
      ? await takeAttempt(store, { state, browser }, { provider: name, now: context.now().getTime() })
      : undefined;
    if (!attempt) {
      await watched.failed(undefined, name);
      throw invalidState();
    }
    const identity = await identityOf(request, context, attempt).catch(async (error: unknown) => {
      context.log.warn({ err: error, provider: name }, "the identity provider's answer was refused");
      await watched.failed(undefined, name);
      throw notAuthenticated("The identity provider’s answer could not be verified. Start again.");
    });
    const user = await userOf(identity, attempt, context);
    if (!user || user.disabled) {
      await watched.failed(user?.name, name);
      throw user
        ? notAuthenticated("That account can’t sign in here. Ask an administrator.")
        : notLinked(name, identity.subject);
    }
    const { continuePath: referrerUrl, remember } = attempt;
    const { idToken } = identity;
    return endSignIn(user, { by: name, remember, referrerUrl, idToken }, context);
  }

  return {
    authenticate: (request, context) =>
      (request.state ?? "") === "" && (request.oauth_verifier ?? "") === ""
        ? begin(request, context)
        : finish(request, context),

    async endAddress(idToken, context) {
      try {
        const config = await configuration(context);
        const { buildEndSessionUrl } = await library();
        const back = context.transport.origin() + pageAddresses.signIn;
        return buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: back }).href;
      } catch {
        // Unreachable, or without an address for it: the local session ends regardless.
        return undefined;
      }
    },
  };
}
