import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import httpProxy from "@fastify/http-proxy";
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from "fastify";
import { isRecord } from "#room/billing/json-record.ts";
import { operationKeys, registry } from "#room/contract/registry.ts";
import { sendRefusal } from "#room/server/http/answer.ts";
import { type App, type BaseOptions, createBaseApp } from "#room/server/http/base-app.ts";
import { boundedBytes } from "#room/server/http/bounded-answer.ts";
import { checkNamedOrigin, checkOwnOrigin, isReachedByHttps } from "#room/server/http/origin.ts";
import { pathsOf } from "#room/server/http/operation-routes.ts";
import { notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import { addAuthPassage } from "./auth-passage.ts";
import { keyBytes, MasterKey } from "#room/server/vault/master-key.ts";
import { masterKeys } from "#room/server/vault/open-vault.ts";
import { KnownUsers, withoutNote } from "./known-users.ts";
import { AsyncLocalStorage } from "node:async_hooks";
import { Agent, type Dispatcher } from "undici";
import { onceReceived } from "#room/server/http/in-flight-bytes.ts";
import { comparable } from "#room/server/http/unrouted.ts";

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
function cookiesOfHost(header: string | undefined, isHttps: boolean): string | undefined {
  if (header === undefined || !isHttps) return header;
  const pairs = header.split(";").map((pair) => pair.trim());
  const theirs = pairs.filter((pair) => pair.startsWith(hostPrefix));
  return theirs.length === 0 ? undefined : theirs.map((pair) => pair.slice(hostPrefix.length)).join("; ");
}

/** The request headers sent to the service. It sees one caller, this server, and checks cookies and keys itself. */
function headersForService(headers: IncomingHttpHeaders, isHttps: boolean): IncomingHttpHeaders {
  const { cookie: _cookie, ...others } = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !notPassedOn.test(name)),
  );
  const theirs = withoutNote(cookiesOfHost(headers.cookie, isHttps));
  return theirs === undefined ? others : { ...others, cookie: theirs };
}

/** A cookie of the service applies to the host that the browser knows, which is ours. */
function ownCookie(cookie: string, isHttps: boolean): string {
  const ofTheirs = isHttps ? /^\s*(domain\s*=.*|path\s*=.*|secure\s*)$/i : /^\s*(domain\s*=.*|secure\s*)$/i;
  const parts = cookie.split(";").filter((part) => !ofTheirs.test(part));
  return isHttps ? [`${hostPrefix}${parts.join(";")}`, " Path=/", " Secure"].join(";") : parts.join(";");
}

/** How an answer may be used is for us to say, and no page of the service is shown as one of ours. */
function headersFromService(theirs: IncomingHttpHeaders, isHttps: boolean): IncomingHttpHeaders {
  const headers = Object.fromEntries(Object.entries(theirs).filter(([name]) => passedBack.test(name)));
  const cookies = headers["set-cookie"];
  if (cookies === undefined) return headers;
  const list = typeof cookies === "string" ? [cookies] : cookies;
  return { ...headers, "set-cookie": list.map((cookie) => ownCookie(cookie, isHttps)) };
}

/** True for an answer that may pass: JSON, a file's CSV, a callback's script, or nothing at all. A page or redirect may not. */
function isAnswerOfApi(status: number, headers: IncomingHttpHeaders): boolean {
  if (status >= 300 && status < 400) return false;
  const { "content-type": type, "content-length": length } = headers;
  if (type === undefined) return status === 204 || length === "0";
  return /^(application\/([\w.-]+\+)?json|(application|text)\/javascript|text\/(plain|json|csv))\s*(;|$)/i.test(
    type,
  );
}

/** True for a redirect to a sign-in page, which is how some services say that nobody is signed in. */
function isSignInRedirect(status: number, { location = "" }: IncomingHttpHeaders): boolean {
  const [path = ""] = location.replace(/^\w+:\/\/[^/?#]*/, "").split(/[?#]/);
  return status >= 300 && status < 400 && /log-?[io]n|sign-?in|auth/i.test(path);
}

const readPaths = new Set(
  operationKeys
    .filter((key) => registry[key].effect === "read")
    .flatMap(pathsOf)
    .map(comparable),
);

/** Ends while its caller still waits for a read, never for a write: that may have been done. */
const callerGone = new AsyncLocalStorage<AbortSignal>();

/** As a preHandler: what is asked of the service for this request ends when its caller goes away. */
function endWithCaller(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
  const [path = ""] = (request.raw.url ?? "").split("?");
  if (!readPaths.has(comparable(path))) {
    done();
    return;
  }
  const waiting = new AbortController();
  onceReceived(request, reply, () => waiting.abort());
  callerGone.run(waiting.signal, done);
}

type Answered = (error: Error | null, answer: Dispatcher.ResponseData<null>) => void;

/** Asks the service. Its certificate is checked, which the plugin's own agent does not do. */
function askingAgent() {
  const agent = new Agent();
  const request = (options: Dispatcher.RequestOptions<null>, done: Answered) => {
    agent.request({ ...options, signal: callerGone.getStore() }, done);
  };
  // The plugin always passes a callback: the form that returns a promise is not used.
  return { request: request as Dispatcher["request"] };
}

/** The first path segments of every API URL except Auth's: `/json`, `/api`, `/AutoChargeEntry` … */
function apiPrefixes(): string[] {
  const firsts = operationKeys.flatMap(pathsOf).map((path) => `/${path.split("/")[1] ?? ""}`);
  return [...new Set(firsts)].filter((prefix) => prefix !== "/auth");
}

/**
 * An answer that is a page or redirects to one, from a gateway or the service itself. Its refusals are passed on as
 * refusals.
 */
function notOfApi(status: number, headers: IncomingHttpHeaders): Refusal {
  if (isSignInRedirect(status, headers)) return notAuthenticated();
  const message = `The service behind this server answered with a page instead of data (status ${status}).`;
  const isRefusal = status >= 400 && status < 500;
  return new Refusal(isRefusal ? status : 502, isRefusal ? "ServiceRefused" : "BadGateway", message);
}

const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** OpenSSL's and Node's codes of a certificate that is not accepted. */
const untrusted = /CERT|VERIFY/;

/** A 503 means that nothing was done. Once the request was sent, no one knows: a charge may have been accepted. */
function lost(error: unknown): Refusal {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, "code") : undefined;
  return typeof code === "string" && (neverSent.has(code) || untrusted.test(code))
    ? new Refusal(
        503,
        "ServiceUnavailable",
        "The service behind this server could not be reached. Nothing was done.",
      )
    : new Refusal(
        502,
        "OutcomeUnknown",
        "The service behind this server did not answer. It may or may not be done.",
      );
}

/** From the route, not the request: that may be a whole URL, or lead out of the path by dots. */
function authAddress({ params, routeOptions, raw }: FastifyRequest): string {
  const given = isRecord(params) ? String(params["provider"]) : "";
  const provider = /^\.*$/.test(given) ? "" : `/${encodeURIComponent(given)}`;
  const [, ...query] = (raw.url ?? "").split("?");
  return [(routeOptions.url ?? "").replace("/:provider", provider), ...query].join("?");
}

/** A sign-in's answer that takes longer than this counts as missing. */
const authTimeoutMs = 60_000;
/** Headers that apply to one connection, or that we write ourselves. */
const ofThisHop =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding|proxy-.*)$/i;

/** Only the console, with the API passed through to a real service on the same origin. */
export async function createUpstreamApp(options: BaseOptions, upstreamUrl: string): Promise<App> {
  const { settings } = options;
  const app = await createBaseApp(options);
  const upstream = new URL(upstreamUrl);
  const before = upstream.pathname.replace(/\/$/, "");
  const [master = new MasterKey(randomBytes(keyBytes))] = masterKeys(settings);
  const known = new KnownUsers({
    key: master.keyFor("who signed in at the service"),
    lifeMs: settings.sessionHours * 3_600_000,
  });
  type RequestHead = Pick<FastifyRequest, "headers" | "protocol">;
  const cookiesOf = (request: RequestHead) =>
    cookiesOfHost(request.headers.cookie, isReachedByHttps(request, settings));
  const theirHeaders = (headers: IncomingHttpHeaders, request: RequestHead) =>
    headersForService(headers, isReachedByHttps(request, settings));
  const ownHeaders = (theirs: IncomingHttpHeaders, request: RequestHead) =>
    headersFromService(theirs, isReachedByHttps(request, settings));
  const setCookies = (
    request: RequestHead,
    reply: { header(name: string, value: string): unknown },
    cookies: readonly string[],
  ) => {
    for (const cookie of cookies)
      reply.header("set-cookie", ownCookie(cookie, isReachedByHttps(request, settings)));
  };
  // Also without a cookie: the service may trust requests from us.
  const check = settings.publicUrl === undefined ? checkOwnOrigin : checkNamedOrigin;
  const checkOrigin = async (request: FastifyRequest) => check(request, settings);

  async function askAuth(request: FastifyRequest, reply: FastifyReply) {
    let answer: Response;
    let text: string;
    const headers = Object.entries(theirHeaders(request.headers, request)).filter(
      ([name]) => !ofThisHop.test(name),
    );
    try {
      answer = await fetch(upstream.origin + before + authAddress(request), {
        method: "POST",
        headers: new Headers(headers.map(([name, value]) => [name, String(value)])),
        body: Buffer.isBuffer(request.body) ? request.body.toString("utf8") : "",
        redirect: "manual",
        signal: AbortSignal.timeout(authTimeoutMs),
      });
      text = (await boundedBytes(answer)).toString("utf8");
    } catch (error) {
      void sendRefusal(request, reply, lost(error));
      return undefined;
    }
    // The text is already decompressed, and may differ from what was received.
    const {
      "content-encoding": _encoding,
      "content-length": _size,
      ...theirs
    } = Object.fromEntries(answer.headers);
    const cookies = answer.headers.getSetCookie();
    reply.headers(ownHeaders(cookies.length > 0 ? { ...theirs, "set-cookie": cookies } : theirs, request));
    const all = Object.fromEntries(answer.headers);
    if (isAnswerOfApi(answer.status, all)) return { status: answer.status, text, cookies };
    const refusal = notOfApi(answer.status, all);
    if (refusal.status === 401) setCookies(request, reply, known.forget(cookiesOf(request)));
    void sendRefusal(request, reply, refusal);
    return undefined;
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.addHook("preHandler", checkOrigin);
    addAuthPassage(scope, { ask: askAuth, cookiesOf, setCookies }, known);
  });
  const undici = askingAgent();
  await app.register(async (scope) => {
    scope.addHook("preHandler", checkOrigin);
    scope.addHook("preHandler", endWithCaller);
    for (const prefix of apiPrefixes()) {
      await scope.register(httpProxy, {
        upstream: upstream.origin,
        undici,
        prefix,
        rewritePrefix: before + prefix,
        replyOptions: {
          onError: (reply, { error }) => void reply.send(lost(error)),
          rewriteRequestHeaders: (request, headers) => theirHeaders(headers, request),
          rewriteHeaders: (theirs, request) => (request ? ownHeaders(theirs, request) : {}),
          onResponse(request, reply, answer) {
            // What the plugin actually passes, unlike its types: the answer itself.
            const { statusCode, headers, stream } = answer as unknown as {
              statusCode: number;
              headers: IncomingHttpHeaders;
              stream: NodeJS.ReadableStream;
            };
            const refusal = isAnswerOfApi(statusCode, headers) ? undefined : notOfApi(statusCode, headers);
            if (statusCode === 401 || refusal?.status === 401)
              setCookies(request, reply, known.forget(cookiesOf(request)));
            if (!refusal) {
              reply.send(stream);
              return;
            }
            stream.resume();
            for (const name of ["content-length", "content-encoding", "content-type"])
              reply.removeHeader(name);
            // The plugin supports HTTP/2 too, which this server does not use.
            void sendRefusal(request as FastifyRequest, reply as FastifyReply, refusal);
          },
        },
      });
    }
  });
  return app;
}
