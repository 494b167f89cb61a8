import type { IncomingHttpHeaders } from "node:http";
import { withoutNote } from "./known-users.ts";

/** Request headers about the way to this server, which would make the service take its address for ours. */
const notPassedOn = /^(origin|referer|forwarded|x-forwarded-.*|x-real-ip)$/i;

/** Answer headers the service may set; all others are ours. */
const passedBack = /^(content-(type|length|encoding)|set-cookie|retry-after|www-authenticate|allow)$/i;

/**
 * Browsers accept a cookie with such a name only from this exact host, over HTTPS, so that no sibling subdomain can
 * plant one.
 */
const hostPrefix = "__Host-";

/** The cookies of the service, and ours, under their original names. On HTTPS, cookies without our prefix are ignored. */
export function cookiesOfHost(header: string | undefined, isHttps: boolean): string | undefined {
  if (header === undefined || !isHttps) return header;
  const pairs = header.split(";").map((pair) => pair.trim());
  const theirs = pairs.filter((pair) => pair.startsWith(hostPrefix));
  return theirs.length === 0 ? undefined : theirs.map((pair) => pair.slice(hostPrefix.length)).join("; ");
}

/** The request headers sent to the service. It sees one caller, this server, and checks cookies and keys itself. */
export function headersForService(headers: IncomingHttpHeaders, isHttps: boolean): IncomingHttpHeaders {
  const { cookie: _cookie, ...others } = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !notPassedOn.test(name)),
  );
  const theirs = withoutNote(cookiesOfHost(headers.cookie, isHttps));
  return theirs === undefined ? others : { ...others, cookie: theirs };
}

/** A cookie of the service applies to the host that the browser knows, which is ours. */
export function ownCookie(cookie: string, isHttps: boolean): string {
  const ofTheirs = isHttps ? /^\s*(domain\s*=.*|path\s*=.*|secure\s*)$/i : /^\s*(domain\s*=.*|secure\s*)$/i;
  const parts = cookie.split(";").filter((part) => !ofTheirs.test(part));
  return isHttps ? [`${hostPrefix}${parts.join(";")}`, " Path=/", " Secure"].join(";") : parts.join(";");
}

/** How an answer may be used is for us to say, and no page of the service is shown as one of ours. */
export function headersFromService(theirs: IncomingHttpHeaders, isHttps: boolean): IncomingHttpHeaders {
  const headers = Object.fromEntries(Object.entries(theirs).filter(([name]) => passedBack.test(name)));
  const cookies = headers["set-cookie"];
  if (cookies === undefined) return headers;
  const list = typeof cookies === "string" ? [cookies] : cookies;
  return { ...headers, "set-cookie": list.map((cookie) => ownCookie(cookie, isHttps)) };
}

/** True for an answer that may pass: JSON, a file's CSV, a callback's script, or nothing at all. A page or redirect may not. */
export function isAnswerOfApi(status: number, headers: IncomingHttpHeaders): boolean {
  if (status >= 300 && status < 400) return false;
  const { "content-type": type, "content-length": length } = headers;
  if (type === undefined) return status === 204 || length === "0";
  return /^(application\/([\w.-]+\+)?json|(application|text)\/javascript|text\/(plain|json|csv))\s*(;|$)/i.test(
    type,
  );
}

/** True for a redirect to a sign-in page, which is how some services say that nobody is signed in. */
export function isSignInRedirect(status: number, { location = "" }: IncomingHttpHeaders): boolean {
  const [path = ""] = location.replace(/^\w+:\/\/[^/?#]*/, "").split(/[?#]/);
  return status >= 300 && status < 400 && /log-?[io]n|sign-?in|auth/i.test(path);
}
