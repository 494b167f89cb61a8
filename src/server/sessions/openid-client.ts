import type { Configuration } from "openid-client";
import type { HandlerContext } from "#room/server/handler.ts";
import { boundedBytes } from "#room/server/http/bounded-answer.ts";
import { Refusal } from "#room/server/http/refusal.ts";
import type { OpenIdSettings } from "./openid-settings.ts";

/** Loaded on first use: a server without providers does not need it. */
export const library = () => import("openid-client");

/** A provider's answers are read whole, so they are bounded. */
async function boundedFetch(address: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(address, init);
  const hasBody = ![101, 204, 205, 304].includes(answer.status);
  const { status, statusText, headers } = answer;
  return new Response(hasBody ? new Uint8Array(await boundedBytes(answer)) : null, {
    status,
    statusText,
    headers,
  });
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
export function discovered(settings: OpenIdSettings): (context: HandlerContext) => Promise<Configuration> {
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
