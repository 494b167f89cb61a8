import { randomBytes } from "node:crypto";
import type { Configuration } from "openid-client";
import type { RequestOf, ResponseOf } from "#room/contract/registry.ts";
import type { HandlerContext, Provider } from "#room/server/handler.ts";
import { notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import { checkedContinue } from "./continue-path.ts";
import type { OpenIdSettings } from "./openid-settings.ts";
import { startSession } from "./provider.ts";
import { keepAttempt, takeAttempt, userOfIdentity } from "./sign-in-attempts.ts";

const attemptLifeMs = 10 * 60_000;
/** The console's page that a provider brings the browser back to. */
const callbackPath = "/sign-in/callback";

// Loaded at the first use: a server without providers never pays for it.
const library = () => import("openid-client");

function invalidState(): Refusal {
  const message = "The way back from the provider does not fit the way there. Start again.";
  return new Refusal(401, "InvalidState", message);
}

function unreachable(name: string): Refusal {
  return new Refusal(503, "ServiceUnavailable", `The identity provider ${name} could not be reached.`);
}

async function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<Configuration> {
  const { discovery, allowInsecureRequests } = await library();
  const insecure = issuer.protocol === "http:" ? { execute: [allowInsecureRequests] } : {};
  return discovery(issuer, clientId, clientSecret, undefined, { ...insecure, timeout: 10 });
}

/** Auth for one provider of the settings: the way there, and the way back. */
export function openIdProvider(settings: OpenIdSettings): Provider {
  const { name } = settings;
  let known: Promise<Configuration> | undefined;

  async function configuration(context: HandlerContext): Promise<Configuration> {
    known ??= discover(settings);
    try {
      return await known;
    } catch (error) {
      known = undefined;
      context.log.warn({ err: error, provider: name }, "the discovery of an identity provider failed");
      throw unreachable(name);
    }
  }

  async function begin(
    request: RequestOf<"authenticate">,
    context: HandlerContext,
  ): Promise<ResponseOf<"authenticate">> {
    const continuePath = checkedContinue(request.continue);
    const client = await library();
    const config = await configuration(context);
    const codeVerifier = client.randomPKCECodeVerifier();
    const state = client.randomState();
    const nonce = client.randomNonce();
    const browser = context.transport.browserMark() ?? randomBytes(24).toString("base64url");
    const expiresAt = context.now().getTime() + attemptLifeMs;
    const remember = request.rememberMe === true;
    const attempt = { provider: name, codeVerifier, nonce, continuePath, remember, expiresAt };
    await keepAttempt(context.store, { state, browser }, attempt);
    context.transport.setBrowserMark(browser, attemptLifeMs / 1000);
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: context.transport.origin() + callbackPath,
      scope: "openid profile email",
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
      state,
      nonce,
    });
    return { referrerUrl: address.href, responseStatus: {} };
  }

  async function claimsOf(
    request: RequestOf<"authenticate">,
    context: HandlerContext,
    attempt: { codeVerifier: string; nonce: string },
  ) {
    const client = await library();
    const config = await configuration(context);
    const state = request.state ?? "";
    const back = new URL(callbackPath, context.transport.origin());
    back.searchParams.set("code", request.oauth_verifier ?? "");
    back.searchParams.set("state", state);
    // Providers that say who they are must say so truly; the console does not hand that part on.
    const { issuer } = config.serverMetadata();
    if (config.serverMetadata().authorization_response_iss_parameter_supported)
      back.searchParams.set("iss", issuer);
    const tokens = await client.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: attempt.codeVerifier,
      expectedState: state,
      expectedNonce: attempt.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) return undefined;
    const info =
      claims[settings.claim] === undefined && tokens.access_token !== ""
        ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        : {};
    return { issuer, all: { ...info, ...claims } };
  }

  async function finish(
    request: RequestOf<"authenticate">,
    context: HandlerContext,
  ): Promise<ResponseOf<"authenticate">> {
    const { store, audit, remoteAddress, transport } = context;
    const state = request.state ?? "";
    const browser = transport.browserMark() ?? "";
    const isWhole = state !== "" && state === request.oauth_token && (request.oauth_verifier ?? "") !== "";
    const attempt = isWhole
      ? await takeAttempt(store, { state, browser }, { provider: name, now: context.now().getTime() })
      : undefined;
    const failed = (actor?: string) =>
      audit.noteNow({ actor, action: "sign-in failed", subject: name, remoteAddress });
    if (!attempt) {
      await failed();
      throw invalidState();
    }
    const claims = await claimsOf(request, context, attempt).catch(async (error: unknown) => {
      context.log.warn({ err: error, provider: name }, "the identity provider's answer was refused");
      await failed();
      throw notAuthenticated("The identity provider's answer could not be verified. Start again.");
    });
    const user =
      claims && (await userOfIdentity(store, identityOf(claims.issuer, claims.all, settings.claim)));
    if (!user || user.disabled) {
      await failed(user?.name);
      throw notAuthenticated("Nobody here belongs to that account. Ask who manages the users.");
    }
    const { continuePath: referrerUrl, remember } = attempt;
    return startSession(user, { by: name, remember, referrerUrl }, context);
  }

  return (request, context) =>
    (request.state ?? "") === "" && (request.oauth_verifier ?? "") === ""
      ? begin(request, context)
      : finish(request, context);
}

function identityOf(issuer: string, claims: { readonly [name: string]: unknown }, claim: string) {
  const value = claims[claim];
  // An address that the provider has not checked could be anybody's.
  const isTrusted = claim !== "email" || claims["email_verified"] === true;
  const claimed = typeof value === "string" && value !== "" && isTrusted ? value : undefined;
  return { issuer, subject: String(claims["sub"]), claimed };
}
