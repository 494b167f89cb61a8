import httpProxy from "@fastify/http-proxy";
import { operationKeys } from "#room/contract/registry.ts";
import { type App, type BaseOptions, createBaseApp } from "./http/base-app.ts";
import { checkOwnOrigin } from "./http/origin.ts";
import { Refusal } from "./http/refusal.ts";
import { pathsOf } from "./http/operation-routes.ts";

/** The first parts of every address of the API: `/json`, `/api`, `/AutoChargeEntry` … */
function apiPrefixes(): string[] {
  const firsts = operationKeys.flatMap(pathsOf).map((path) => `/${path.split("/")[1] ?? ""}`);
  return [...new Set(firsts)];
}

/** Headers of a request that are about the way to this server, and would have the service take its address for ours. */
const notPassedOn = /^(origin|referer|forwarded|x-forwarded-.*|x-real-ip)$/i;

/** Headers of an answer that the service may say; all others are ours. */
const passedBack =
  /^(content-(type|length|encoding)|set-cookie|retry-after|www-authenticate|allow|location|transfer-encoding)$/i;

/** A cookie of the service holds for the address that the browser knows, which is ours. */
function ownCookie(cookie: string, isHttps: boolean): string {
  const kept = cookie.split(";").filter((part) => !/^\s*domain\s*=/i.test(part));
  return kept.filter((part) => isHttps || !/^\s*secure\s*$/i.test(part)).join(";");
}

/** The console alone, with the API passed through to a real service on the same origin. */
export async function createUpstreamApp(options: BaseOptions, upstreamUrl: string): Promise<App> {
  const { settings } = options;
  const app = await createBaseApp(options);
  const upstream = new URL(upstreamUrl);
  const before = upstream.pathname.replace(/\/$/, "");
  for (const prefix of apiPrefixes()) {
    await app.register(httpProxy, {
      upstream: upstream.origin,
      prefix,
      rewritePrefix: before + prefix,
      preHandler: async (request) => {
        if (request.headers.cookie !== undefined) checkOwnOrigin(request, settings);
      },
      replyOptions: {
        onError: (reply) => {
          const message = "The service behind this server could not be reached, or did not answer.";
          reply.send(new Refusal(503, "ServiceUnavailable", message));
        },
        // The service sees one caller: this server. It checks cookies and keys itself.
        rewriteRequestHeaders: (_request, headers) =>
          Object.fromEntries(Object.entries(headers).filter(([name]) => !notPassedOn.test(name))),
        rewriteHeaders(theirs, request) {
          // What an answer may be used for is ours to say, and no page of the service's is shown as one of ours.
          const headers = Object.fromEntries(
            Object.entries(theirs).filter(([name]) => passedBack.test(name)),
          );
          const cookies = headers["set-cookie"];
          if (cookies === undefined) return headers;
          const isHttps = request?.protocol === "https";
          const list = typeof cookies === "string" ? [cookies] : cookies;
          return { ...headers, "set-cookie": list.map((cookie) => ownCookie(cookie, isHttps)) };
        },
      },
    });
  }
  return app;
}
