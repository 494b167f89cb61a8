import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Settings } from "#room/server/settings.ts";
import { WrongSetting } from "#room/server/settings.ts";
import { addConsoleFiles, answerNothingHere } from "./console-files.ts";
import { answerFailure, answerUnreadableAddress, answerUnreadableRequest } from "./failures.ts";
import { allowOrigin } from "./origin.ts";
import { Refusal } from "./refusal.ts";
import { nextRequestId } from "./request-id.ts";
import { apiHeaders } from "./security-headers.ts";
import { serviceConfig } from "./service-config.ts";
import { presentedSession } from "./session-transport.ts";
import { createUnroutedApi, pathOf } from "./unrouted.ts";

export interface BaseOptions {
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  /** The built console, when it is to be served too. */
  readonly consoleFolder?: string | undefined;
  /** True on the throw-away store of `--demo`. */
  readonly isDemo?: boolean | undefined;
}

async function readPem(variable: string, path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch {
    throw new WrongSetting(`${variable} must name a file that can be read, not '${path}'.`);
  }
}

async function tlsOf({ tlsCert, tlsKey }: Settings) {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const pair = { cert: await readPem("TLS_CERT", tlsCert), key: await readPem("TLS_KEY", tlsKey) };
  try {
    createSecureContext(pair);
  } catch (error) {
    const message = "TLS_CERT and TLS_KEY must be a certificate and its key, in PEM files.";
    throw new WrongSetting(message, { cause: error });
  }
  return pair;
}

/** False when the request carries nothing that a session could hang on: a console need not ask then, and be told 401. */
function mayBeSignedIn(request: FastifyRequest, settings: Settings): boolean {
  // What a session of the service behind us is known by, we do not know.
  if (settings.upstreamUrl !== undefined) return request.headers.cookie !== undefined;
  try {
    return presentedSession(request, settings) !== undefined;
  } catch {
    return true;
  }
}

/** An app that answers failures in our way and serves the console, without any operation. */
export async function createBaseApp({ settings, log, consoleFolder, isDemo = false }: BaseOptions) {
  const https = await tlsOf(settings);
  const isHttps = https !== undefined || settings.publicUrl?.startsWith("https:") === true;
  const headers = apiHeaders(isHttps);
  const unrouted = createUnroutedApi(settings);
  const config = serviceConfig(settings, { isDemo });
  const configs = { live: JSON.stringify(config), signedOut: JSON.stringify({ ...config, signedOut: true }) };

  // Fastify types an HTTPS server apart; everything that is used here is the same on both.
  const app = Fastify({
    // Node would answer a request without Host by itself, in another form than ours.
    ...(https ? { https: { ...https, requireHostHeader: false } } : { http: { requireHostHeader: false } }),
    // Fastify's own lines (that it listens, how long each answer took) are nobody's; what it has to say of a request
    // goes to our log. A logger for each request would cost more than most log: who logs adds the request's id.
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: () => log,
    genReqId: nextRequestId,
    trustProxy: settings.trustProxy,
    bodyLimit: settings.bodyBytes,
    exposeHeadRoutes: false,
    requestTimeout: 300_000,
    return503OnClosing: false,
    routerOptions: { caseSensitive: false },
    frameworkErrors: (error, request, reply) => answerUnreadableAddress(error, request, reply, headers),
    clientErrorHandler: (error, socket) => answerUnreadableRequest(error, socket, headers),
  }) as unknown as FastifyInstance;

  app.setErrorHandler(answerFailure);
  const files =
    consoleFolder === undefined ? undefined : await addConsoleFiles(app, { folder: consoleFolder, isHttps });
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("x-request-id", request.id);
    allowOrigin(request, reply, settings.allowedOrigins);
    if (request.headers.host === undefined && request.raw.httpVersion === "1.1")
      return done(new Refusal(400, "BadRequest", "The request is not valid HTTP: it has no Host."));
    if (!request.is404) return done();
    const path = pathOf(request);
    if (unrouted.owns(path)) void unrouted.answer(request, reply, path);
    else if (!files?.(request, reply, path)) void answerNothingHere(request, reply);
  });
  app.get("/config.json", (request, reply) =>
    reply
      .header("content-type", "application/json; charset=utf-8")
      .header("cache-control", "no-cache")
      .header("vary", "Cookie")
      .send(mayBeSignedIn(request, settings) ? configs.live : configs.signedOut),
  );
  // A connection that was busy when the closing began is kept alive after its answer; nobody else would end it.
  let closing: NodeJS.Timeout | undefined;
  app.addHook("preClose", async () => {
    closing = setInterval(() => app.server.closeIdleConnections(), 50);
  });
  app.addHook("onClose", async () => clearInterval(closing));
  const ownsPath = (path: string) => unrouted.owns(path) || path === "/config.json";
  return Object.assign(app, { ownsPath });
}

/** The app, and which addresses it answers when somebody else serves the console. */
export type App = Awaited<ReturnType<typeof createBaseApp>>;
