import type { FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "#room/server/settings.ts";
import { Refusal } from "./refusal.ts";

/** Lets the pages of listed origins read our answers, cookies included. Others get no CORS header at all. */
export function allowOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  allowedOrigins: readonly string[],
): void {
  if (allowedOrigins.length === 0) return;
  reply.header("vary", "Origin");
  const { origin } = request.headers;
  if (origin === undefined || !allowedOrigins.includes(origin.toLowerCase())) return;
  reply.header("access-control-allow-origin", origin);
  reply.header("access-control-allow-credentials", "true");
  if (request.method !== "OPTIONS") {
    reply.header("access-control-expose-headers", "X-Request-Id, Retry-After");
    return;
  }
  reply.header("access-control-allow-methods", "POST");
  reply.header("access-control-allow-headers", "content-type, authorization, x-ss-id");
  reply.header("access-control-max-age", "600");
}

/** True for an address that begins with https: our own page, as browsers see it, also behind a proxy that ends TLS. */
export function isReachedByHttps(
  { protocol }: Pick<FastifyRequest, "protocol">,
  { publicUrl }: Pick<Settings, "publicUrl">,
): boolean {
  return protocol === "https" || publicUrl?.toLowerCase().startsWith("https:") === true;
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function isOurs(origin: string, request: FastifyRequest, publicUrl: string | undefined): boolean {
  const theirs = originOf(origin);
  // The origin of data: and the like is the word null, which fits nothing.
  if (theirs === undefined || theirs === "null") return false;
  const direct = originOf(`${request.protocol}://${request.host}`);
  return theirs === direct || (publicUrl !== undefined && theirs === originOf(publicUrl));
}

/**
 * Refuses a request that a page of another origin had the browser send: text/plain needs no preflight, and the browser
 * adds the cookie. Another port and a sibling sub-domain are the same site, but not the same origin, and are foreign.
 * What the browser itself says (Sec-Fetch-Site, which no page can set) goes before a comparison of names, which a proxy
 * may have changed. A request without it and without Origin comes from no page.
 */
export function checkOwnOrigin(
  request: FastifyRequest,
  { allowedOrigins, publicUrl }: Pick<Settings, "allowedOrigins" | "publicUrl">,
): void {
  const { origin } = request.headers;
  if (origin !== undefined && allowedOrigins.includes(origin.toLowerCase())) return;
  const site = request.headers["sec-fetch-site"];
  const isOwn =
    site === undefined
      ? origin === undefined || isOurs(origin, request, publicUrl)
      : site === "same-origin" || site === "none";
  if (!isOwn)
    throw new Refusal(403, "Forbidden", "The request comes from another site, which may not call this one.");
}
