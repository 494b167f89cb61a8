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

function hostnameOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

function isPublicSite(origin: string, publicUrl: string | undefined): boolean {
  const theirs = hostnameOf(origin);
  return theirs !== undefined && publicUrl !== undefined && theirs === hostnameOf(publicUrl);
}

/** Ports do not part sites, and neither does the scheme here: a proxy may end TLS before us. */
function isSameSite(origin: string, host: string): boolean {
  const theirs = hostnameOf(origin);
  return theirs !== undefined && theirs !== "" && theirs === hostnameOf(`http://${host}`);
}

/**
 * Refuses a request that a page of another site had the browser send: text/plain needs no preflight, and the browser
 * adds the cookie. What the browser itself says (Sec-Fetch-Site, which no page can set) goes before a comparison of
 * names, which a proxy may have changed. A request without it and without Origin comes from no page.
 */
export function checkSameSite(
  request: FastifyRequest,
  { allowedOrigins, publicUrl }: Pick<Settings, "allowedOrigins" | "publicUrl">,
): void {
  const { origin } = request.headers;
  if (origin !== undefined && allowedOrigins.includes(origin.toLowerCase())) return;
  const site = request.headers["sec-fetch-site"];
  const isForeign =
    site === undefined
      ? origin !== undefined && !isSameSite(origin, request.host) && !isPublicSite(origin, publicUrl)
      : site === "cross-site";
  if (isForeign)
    throw new Refusal(403, "Forbidden", "The request comes from another site, which may not call this one.");
}
