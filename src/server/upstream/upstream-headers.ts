import type { IncomingHttpHeaders } from "node:http";

/** Headers of a request that are about the way to this server, and would have the service take its address for ours. */
const notPassedOn = /^(origin|referer|forwarded|x-forwarded-.*|x-real-ip)$/i;

/** Headers of an answer that the service may say; all others are ours. */
const passedBack = /^(content-(type|length|encoding)|set-cookie|retry-after|www-authenticate|allow)$/i;

/** What the service is told of a request. It sees one caller, this server, and checks cookies and keys itself. */
export function headersForService(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !notPassedOn.test(name)));
}

/** A cookie of the service holds for the address that the browser knows, which is ours. */
function ownCookie(cookie: string, isHttps: boolean): string {
  const parts = cookie.split(";").filter((part) => !/^\s*(domain\s*=.*|secure\s*)$/i.test(part));
  return [...parts, ...(isHttps ? [" Secure"] : [])].join(";");
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
