import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { handlers } from "./handlers.ts";
import type { ServerParts } from "./handler.ts";
import { answerFailure, answerUnreadableAddress, answerUnreadableRequest } from "./http/failures.ts";
import { addOperationRoutes } from "./http/operation-routes.ts";
import { allowOrigin } from "./http/origin.ts";
import { apiHeaders } from "./http/security-headers.ts";
import { createUnroutedApi, pathOf } from "./http/unrouted.ts";
import { createSessions } from "./sessions/sessions.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store/store.ts";

export interface AppOptions {
  readonly store: Store;
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  /** The clock; the system's when absent. */
  readonly now?: () => Date;
  /** The built console, when it is to be served too. */
  readonly consoleFolder?: string | undefined;
}

/** The app, and which addresses it answers when somebody else serves the console. */
export type App = FastifyInstance & { ownsPath(path: string): boolean };

async function tlsOf({ tlsCert, tlsKey }: Settings) {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  return { cert: await readFile(tlsCert), key: await readFile(tlsKey) };
}

/** The API as an app without a port: `listen` or `inject` is the caller's. */
export async function createApp(options: AppOptions): Promise<App> {
  const { store, settings, log, now = () => new Date() } = options;
  const https = await tlsOf(settings);
  const headers = apiHeaders(https !== undefined);
  const parts: ServerParts = { store, settings, now, sessions: createSessions({ store, settings, now }) };
  const unrouted = createUnroutedApi(settings);

  // Fastify types an HTTPS server apart; everything that is used here is the same on both.
  const app = Fastify({
    ...(https ? { https } : {}),
    loggerInstance: log,
    disableRequestLogging: true,
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy,
    bodyLimit: settings.bodyBytes,
    exposeHeadRoutes: false,
    requestTimeout: 300_000,
    return503OnClosing: false,
    routerOptions: { caseSensitive: false },
    frameworkErrors: (error, request, reply) => answerUnreadableAddress(error, request, reply, headers),
    clientErrorHandler: (error, socket) => answerUnreadableRequest(error, socket, headers),
  }) as unknown as FastifyInstance;

  app.removeAllContentTypeParsers();
  // Bodies are read whole and as bytes; `readBody` decides what they are.
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.setErrorHandler(answerFailure);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("x-request-id", request.id);
    allowOrigin(request, reply, settings.allowedOrigins);
    if (request.is404) void unrouted.answer(request, reply, pathOf(request));
    else done();
  });
  addOperationRoutes(app, handlers, parts);
  return Object.assign(app, { ownsPath: (path: string) => unrouted.owns(path) || path === "/config.json" });
}
