import type { IncomingHttpHeaders } from "node:http";

/** Headers of a request that are about the way to this server, and would have the service take its address for ours. */
const notPassedOn = /^(origin|referer|forwarded|x-forwarded-.*|x-real-ip)$/i;

/** Headers of an answer that the service may say; all others are ours. */
const passedBack = /^(content-(type|length|encoding)|set-cookie|retry-after|www-authenticate|allow)$/i;

/** Browsers take a cookie of such a name from this very host alone, over HTTPS, so that no sibling sub-domain can plant one. */
const hostPrefix = "__Host-";

/** The service's cookies, by the names that it gave them. On HTTPS, what came without our prefix is nobody's. */
export function cookiesForService(header: string | undefined, isHttps: boolean): string | undefined {
  if (header === undefined || !isHttps) return header;
  const pairs = header.split(";").map((pair) => pair.trim());
  const theirs = pairs.filter((pair) => pair.startsWith(hostPrefix));
  return theirs.length === 0 ? undefined : theirs.map((pair) => pair.slice(hostPrefix.length)).join("; ");
}

/** What the service is told of a request. It sees one caller, this server, and checks cookies and keys itself. */
export function headersForService(headers: IncomingHttpHeaders, isHttps: boolean): IncomingHttpHeaders {
  const { cookie: _cookie, ...others } = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !notPassedOn.test(name)),
  );
  const theirs = cookiesForService(headers.cookie, isHttps);
  return theirs === undefined ? others : { ...others, cookie: theirs };
}

/** A cookie of the service holds for the address that the browser knows, which is ours. */
function ownCookie(cookie: string, isHttps: boolean): string {
  const ofTheirs = isHttps ? /^\s*(domain\s*=.*|path\s*=.*|secure\s*)$/i : /^\s*(domain\s*=.*|secure\s*)$/i;
  const parts = cookie.split(";").filter((part) => !ofTheirs.test(part));
  return isHttps ? [`${hostPrefix}${parts.join(";")}`, " Path=/", " Secure"].join(";") : parts.join(";");
}

/** What an answer may be used for is ours to say, and no page of the service's is shown as one of ours. */
export function headersFromService(theirs: IncomingHttpHeaders, isHttps: boolean): IncomingHttpHeaders {
  const headers = Object.fromEntries(Object.entries(theirs).filter(([name]) => passedBack.test(name)));
  const cookies = headers["set-cookie"];
  if (cookies === undefined) return headers;
  const list = typeof cookies === "string" ? [cookies] : cookies;
  return { ...headers, "set-cookie": list.map((cookie) => ownCookie(cookie, isHttps)) };
}

/** True for an answer that may pass: JSON, a callback's script, or nothing at all. A page or a redirect may not. */
export function isAnswerOfApi(status: number, headers: IncomingHttpHeaders): boolean {
  if (status >= 300 && status < 400) return false;
  const { "content-type": type, "content-length": length } = headers;
  if (type === undefined) return status === 204 || length === "0";
  return /^(application\/([\w.-]+\+)?json|(application|text)\/javascript|text\/(plain|json))\s*(;|$)/i.test(
    type,
  );
}
