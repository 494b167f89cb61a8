import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import httpProxy from "@fastify/http-proxy";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isRecord } from "#room/billing/json-record.ts";
import { operationKeys } from "#room/contract/registry.ts";
import { sendRefusal } from "#room/server/http/answer.ts";
import { type App, type BaseOptions, createBaseApp } from "#room/server/http/base-app.ts";
import { boundedBytes } from "#room/server/http/bounded-answer.ts";
import { checkNamedOrigin, checkOwnOrigin, isReachedByHttps } from "#room/server/http/origin.ts";
import { pathsOf } from "#room/server/http/operation-routes.ts";
import { notAuthenticated, Refusal } from "#room/server/http/refusal.ts";
import { addAuthPassage } from "./auth-passage.ts";
import { keyBytes, MasterKey } from "#room/server/vault/master-key.ts";
import { masterKeys } from "#room/server/vault/open-vault.ts";
import { KnownUsers } from "./known-users.ts";
import { askingAgent, endWithCaller } from "./leaving-callers.ts";
import {
  cookiesOfHost,
  headersForService,
  headersFromService,
  isAnswerOfApi,
  isSignInRedirect,
  ownCookie,
} from "./upstream-headers.ts";

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
