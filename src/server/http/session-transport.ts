import type { FastifyReply, FastifyRequest } from "fastify";
import type { PresentedSession, SessionTransport } from "#room/server/handler.ts";
import type { Settings } from "#room/server/settings.ts";
import { checkSameSite } from "./origin.ts";

const cookieName = "ss-id";
const markName = "ss-began";

/** One cookie of a Cookie header; the first of that name, as browsers send the most specific first. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const pair of header.split(";")) {
    const split = pair.indexOf("=");
    if (split > 0 && pair.slice(0, split).trim() === name) return pair.slice(split + 1).trim();
  }
  return undefined;
}

function bearerOf(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^bearer +\S+$/i.test(authorization)) return undefined;
  return authorization.slice("bearer ".length).trimStart();
}

/** The session id that a request carries. Not shown by the interface: header X-ss-id, Bearer, or cookie; never the query. */
export function presentedSession({ headers }: FastifyRequest): PresentedSession | undefined {
  const own = headers["x-ss-id"];
  if (typeof own === "string" && own !== "") return { id: own, by: "header" };
  const bearer = bearerOf(headers.authorization);
  if (bearer !== undefined) return { id: bearer, by: "header" };
  const cookie = cookieOf(headers.cookie, cookieName);
  return cookie === undefined || cookie === "" ? undefined : { id: cookie, by: "cookie" };
}

/** The cookie and origin side of one request, for sign-in and sign-out. */
export function sessionTransport(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: Pick<Settings, "publicUrl" | "allowedOrigins">,
): SessionTransport {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${request.protocol === "https" ? "; Secure" : ""}`;
  return {
    presented: () => presentedSession(request),
    setCookie(sessionId, seconds) {
      const age = seconds === undefined ? "" : `; Max-Age=${seconds}`;
      reply.header("set-cookie", `${cookieName}=${sessionId}${age}; ${attributes}`);
    },
    clearCookie() {
      reply.header("set-cookie", `${cookieName}=; Max-Age=0; ${attributes}`);
    },
    browserMark: () => cookieOf(request.headers.cookie, markName) || undefined,
    setBrowserMark(mark, seconds) {
      reply.header("set-cookie", `${markName}=${mark}; Max-Age=${seconds}; ${attributes}`);
    },
    checkSameSite: () => checkSameSite(request, settings),
    // Node's fetch sends Sec-Fetch-Mode too; Sec-Fetch-Site comes from browsers alone.
    isFromPage: () => request.headers["sec-fetch-site"] !== undefined,
    origin: () => settings.publicUrl ?? `${request.protocol}://${request.host}`,
  };
}
