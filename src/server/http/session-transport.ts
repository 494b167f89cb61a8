import { hash, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { PresentedSession, SessionTransport } from "#room/server/handler.ts";
import type { Settings } from "#room/server/settings.ts";
import { browserName } from "#room/server/sessions/browser-name.ts";
import { placesOf } from "./cookie-places.ts";
import { checkOwnOrigin, isReachedByHttps } from "./origin.ts";
import { notAuthenticated } from "./refusal.ts";

const cookieName = "ss-id";
const markName = "ss-began";
const factorName = "ss-factor";
const lookName = "ss-look";

type CookieSettings = Pick<Settings, "publicUrl">;

/** On HTTPS, a name with the __Host- prefix, so that no sibling subdomain can plant one. */
function cookieNameOf(name: string, request: FastifyRequest, settings: CookieSettings): string {
  return isReachedByHttps(request, settings) ? `__Host-${name}` : name;
}

function cookiesOf(header: string | undefined, name: string): string[] {
  if (header === undefined) return [];
  const values: string[] = [];
  for (const pair of header.split(";")) {
    const split = pair.indexOf("=");
    if (split > 0 && pair.slice(0, split).trim() === name) values.push(pair.slice(split + 1).trim());
  }
  return values;
}

/** Refuses two cookies of one name: one was set for another path or by a sibling domain, and it is unknown which. */
function oneOf(values: readonly string[]): string | undefined {
  if (values.length > 1)
    throw notAuthenticated(
      "The browser sent several session cookies, so it is not known whose session this is. Sign in again.",
    );
  return values[0] === "" ? undefined : values[0];
}

function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^bearer +\S+$/i.test(authorization)) return undefined;
  return authorization.slice("bearer ".length).trimStart();
}

/** The session id that a header names. */
function idInHeader({ headers }: FastifyRequest): string | undefined {
  const own = headers["x-ss-id"];
  return typeof own === "string" && own !== "" ? own : bearerOf(headers.authorization);
}

/**
 * The session id of a request. Not shown by the interface: from X-ss-id, Bearer or the cookie; never the query. Throws
 * the 401 when there are several cookies.
 */
export function presentedSession(
  request: FastifyRequest,
  settings: CookieSettings,
): PresentedSession | undefined {
  const own = idInHeader(request);
  if (own !== undefined) return { id: own, by: "header" };
  const cookie = oneOf(cookiesOf(request.headers.cookie, cookieNameOf(cookieName, request, settings)));
  return cookie === undefined ? undefined : { id: cookie, by: "cookie" };
}

/** Whether a request comes from the browser that was given the demo's mark. */
export function hasLookMark(request: FastifyRequest, settings: CookieSettings, mark: string): boolean {
  if (request.headers.cookie === undefined) return false;
  const given = cookiesOf(request.headers.cookie, cookieNameOf(lookName, request, settings));
  const [only = ""] = given;
  return (
    given.length === 1 && timingSafeEqual(hash("sha256", only, "buffer"), hash("sha256", mark, "buffer"))
  );
}

/** The cookie and origin functions of one request, for sign-in and sign-out. */
export function sessionTransport(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: Pick<Settings, "publicUrl" | "allowedOrigins">,
): SessionTransport {
  const isHttps = isReachedByHttps(request, settings);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;
  const nameOf = (name: string) => cookieNameOf(name, request, settings);
  /** Of several, none: it is not known which is ours. */
  const onlyOf = (name: string) => {
    const values = cookiesOf(request.headers.cookie, nameOf(name));
    return values.length === 1 ? values[0] || undefined : undefined;
  };
  const set = (name: string, value: string, seconds: number | undefined) => {
    const age = seconds === undefined ? "" : `; Max-Age=${seconds}`;
    reply.header("set-cookie", `${nameOf(name)}=${value}${age}; ${attributes}`);
  };
  const inHeader = idInHeader(request);
  const inCookies = cookiesOf(request.headers.cookie, nameOf(cookieName));
  /** Of several cookies it is not known where each was set. On HTTPS their name allows only one place. */
  const clearAll = () => {
    const places = inCookies.length > 1 && !isHttps ? placesOf(request) : ["Path=/"];
    const rest = attributes.slice("Path=/".length);
    for (const place of places)
      reply.header("set-cookie", `${nameOf(cookieName)}=; Max-Age=0; ${place}${rest}`);
  };
  return {
    presented: () => presentedSession(request, settings),
    everyPresented: () => (inHeader === undefined ? inCookies.filter((id) => id !== "") : [inHeader]),
    setCookie(sessionId, seconds) {
      if (inCookies.length > 1) clearAll();
      set(cookieName, sessionId, seconds);
    },
    clearCookie() {
      if (inHeader === undefined || inCookies.includes(inHeader)) clearAll();
    },
    browserMark: () => onlyOf(markName),
    setBrowserMark: (mark, seconds) => set(markName, mark, seconds),
    factorHandle: () => onlyOf(factorName),
    setFactorHandle: (handle, seconds) => set(factorName, handle, seconds),
    setLookMark: (mark) => set(lookName, mark, undefined),
    checkOwnOrigin: () => checkOwnOrigin(request, settings),
    // Node's fetch sends Sec-Fetch-Mode too; only browsers send Sec-Fetch-Site.
    isFromPage: () => request.headers["sec-fetch-site"] !== undefined,
    browserName: () => browserName(request.headers["user-agent"]),
    origin: () => settings.publicUrl ?? `${request.protocol}://${request.host || "localhost"}`,
  };
}
