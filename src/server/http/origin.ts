import { isIP } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isLoopback } from "#room/server/loopback.ts";
import type { Settings } from "#room/server/settings.ts";
import { Refusal } from "./refusal.ts";

/**
 * Lets pages of the listed origins read our answers, cookies included. Others get no CORS headers. Cookies reach us from
 * pages of the same site only; such a page may also ask, without reading the answer, whether we are there.
 */
export function allowOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  allowedOrigins: readonly string[],
): void {
  if (allowedOrigins.length === 0) return;
  reply.header("vary", "Origin").header("cross-origin-resource-policy", "same-site");
  const { origin } = request.headers;
  if (origin === undefined || !allowedOrigins.includes(origin.toLowerCase())) return;
  reply.header("access-control-allow-origin", origin);
  reply.header("access-control-allow-credentials", "true");
  if (request.method !== "OPTIONS") {
    reply.header("access-control-expose-headers", "X-Request-Id, Retry-After, Date");
    return;
  }
  reply.header("access-control-allow-methods", "POST");
  reply.header("access-control-allow-headers", "content-type, authorization, x-ss-id, x-background");
  reply.header("access-control-max-age", "600");
}

/** Whether the browser reached our page by https, including behind a proxy that terminates TLS. */
export function isReachedByHttps(
  { protocol }: Pick<FastifyRequest, "protocol">,
  { publicUrl }: Pick<Settings, "publicUrl">,
): boolean {
  return protocol === "https" || publicUrl?.toLowerCase().startsWith("https:") === true;
}

type OriginSettings = Pick<Settings, "allowedOrigins" | "publicUrl">;

function foreign(): Refusal {
  return new Refusal(403, "Forbidden", "The request comes from another site, which may not call this one.");
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function isOurs(origin: string, request: FastifyRequest, publicUrl: string | undefined): boolean {
  const theirs = originOf(origin);
  // A header Host that is none has no origin, either.
  if (theirs === undefined) return false;
  const direct = originOf(`${request.protocol}://${request.host}`);
  return theirs === direct || (publicUrl !== undefined && theirs === originOf(publicUrl));
}

/**
 * Refuses requests sent by a page of another origin: text/plain needs no preflight, and the browser adds the cookie.
 * Another port or a sibling subdomain is the same site but a different origin, and is refused. Sec-Fetch-Site, which
 * the browser sets and no page can forge, takes precedence over comparing host names, which a proxy may have changed. A
 * request with neither it nor Origin was not sent by a page.
 */
export function checkOwnOrigin(request: FastifyRequest, { allowedOrigins, publicUrl }: OriginSettings): void {
  const { origin } = request.headers;
  if (origin !== undefined && allowedOrigins.includes(origin.toLowerCase())) return;
  const site = request.headers["sec-fetch-site"];
  const isOwn =
    site === undefined
      ? origin === undefined || isOurs(origin, request, publicUrl)
      : site === "same-origin" || site === "none";
  if (!isOwn) throw foreign();
}

/**
 * The same for requests that need no session. Anyone can point a name of theirs at this machine (DNS rebinding), and
 * to the browser a page under that name is of our origin, only without our cookie. So a name counts only if a setting
 * has it.
 */
export function checkNamedOrigin(request: FastifyRequest, settings: OriginSettings): void {
  checkOwnOrigin(request, settings);
  const { allowedOrigins, publicUrl } = settings;
  const { origin = "" } = request.headers;
  const isOfPage = origin !== "" || request.headers["sec-fetch-site"] !== undefined;
  if (!isOfPage || allowedOrigins.includes(origin.toLowerCase())) return;
  const page = originOf(origin === "" ? `${request.protocol}://${request.host}` : origin);
  if (page === undefined) throw foreign();
  const { hostname } = new URL(page);
  const isAddress = isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0 || isLoopback(hostname);
  if (!isAddress && (publicUrl === undefined || page !== originOf(publicUrl))) throw foreign();
}
