import { randomUUID } from "node:crypto";
import { Server as TlsServer } from "node:tls";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { LookAround } from "#room/server/look-around.ts";
import type { Settings } from "#room/server/settings.ts";
import { addConsoleFiles, answerNothingHere } from "./console-files.ts";
import { Drain } from "./drain.ts";
import {
  answerExpectation,
  answerFailure,
  answerUnreadableAddress,
  answerUnreadableRequest,
} from "./failures.ts";
import { allowOrigin } from "./origin.ts";
import { Pipelined } from "./pipelined.ts";
import { Refusal } from "./refusal.ts";
import { apiHeaders } from "./security-headers.ts";
import { serviceConfig } from "./service-config.ts";
import { presentedSession } from "./session-transport.ts";
import { readTls } from "./tls.ts";
import { addProbes, probePaths } from "./probes.ts";
import { createUnroutedApi, pathOf } from "./unrouted.ts";

export interface BaseOptions {
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  /** The built console, when it is to be served too. */
  readonly consoleFolder?: string | undefined;
  /** True on the throw-away store of `--demo`. */
  readonly isDemo?: boolean | undefined;
  /** Answers when what this server needs does; throws when it does not. Absent: it needs nothing. */
  readonly ping?: (() => Promise<void>) | undefined;
  /** Before a clinic is set up: may answer in the place of this app. */
  readonly lookAround?: LookAround | undefined;
}

/** A connection on which nothing moves for so long is cut: its answer is not taken. No operation works for longer. */
const silenceMs = 180_000;

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

const noTunnel = Object.assign(new Error("CONNECT"), { code: "CONNECT" });

/** Node takes the first, and what stands in front of us may have taken the last. */
function hasTwoHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  return hosts > 1;
}

/** Said by the client, or by a proxy before us: of such a name addresses of ours are made. */
function isHost(host: string): boolean {
  return !/[\s/?#@\\]/.test(host) && URL.canParse(`http://${host}`);
}

/** An app that answers failures in our way and serves the console, without any operation. */
export async function createBaseApp(options: BaseOptions) {
  const { settings, log, consoleFolder, isDemo = false, ping, lookAround } = options;
  const https = await readTls(settings);
  const isHttps = https !== undefined || settings.publicUrl?.startsWith("https:") === true;
  const headers = apiHeaders(isHttps);
  const unrouted = createUnroutedApi(settings);
  const config = serviceConfig(settings, { isDemo, isLookAround: isDemo && lookAround !== undefined });
  const configs = { live: JSON.stringify(config), signedOut: JSON.stringify({ ...config, signedOut: true }) };

  const transport = {
    requireHostHeader: false,
    headersTimeout: Math.min(20_000, settings.bodySeconds * 1000),
    connectionsCheckingInterval: 2000,
  };
  // Fastify types an HTTPS server apart; everything that is used here is the same on both.
  const app = Fastify({
    // Node would answer a request without Host by itself, in another form than ours.
    ...(https ? { https: { ...https, ...transport } } : { http: transport }),
    // Fastify's own lines (that it listens, how long each answer took) are nobody's; what it has to say of a request
    // goes to our log. A logger for each request would cost more than most log: who logs adds the request's id.
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: () => log,
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy,
    bodyLimit: settings.bodyBytes,
    exposeHeadRoutes: false,
    requestTimeout: 300_000,
    connectionTimeout: silenceMs,
    return503OnClosing: false,
    routerOptions: { caseSensitive: false },
    frameworkErrors: (error, request, reply) => answerUnreadableAddress(error, request, reply, headers),
    clientErrorHandler: (error, socket) => answerUnreadableRequest(error, socket, headers),
  }) as unknown as FastifyInstance;

  app.setErrorHandler(answerFailure);
  const files =
    consoleFolder === undefined ? undefined : await addConsoleFiles(app, { folder: consoleFolder, isHttps });
  const pipelined = new Pipelined();
  app.addHook("onRequest", (request, reply, done) => {
    if (pipelined.isBeyond(request, reply)) return void reply.hijack();
    if (!isDemo && lookAround?.answers(request, reply)) return;
    reply.headers(headers).header("x-request-id", request.id);
    allowOrigin(request, reply, settings.allowedOrigins);
    if (request.headers.host === undefined && request.raw.httpVersion === "1.1")
      return done(new Refusal(400, "BadRequest", "The request is not valid HTTP: it has no Host."));
    if (hasTwoHosts(request))
      return done(new Refusal(400, "BadRequest", "The request is not valid HTTP: it has two Hosts."));
    // HTTP/1.0 needs none.
    if (request.headers.host !== undefined && !isHost(request.host))
      return done(
        new Refusal(400, "BadRequest", "The request is not valid HTTP: its Host is no name of a host."),
      );
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
  addProbes(app, ping);
  app.server.on("checkExpectation", (_request, response) => answerExpectation(response, headers));
  app.server.on("connect", (_request, socket) => answerUnreadableRequest(noTunnel, socket, headers));
  const drain = new Drain(app.server);
  app.addHook("preClose", async () => drain.begin());
  app.addHook("onClose", async () => drain.end());
  /** Reads certificate and key anew; connections that stand keep what they began with. */
  async function renewTls(): Promise<void> {
    const renewed = await readTls(settings);
    if (renewed && app.server instanceof TlsServer) app.server.setSecureContext(renewed);
  }
  const ownsPath = (path: string) =>
    unrouted.owns(path) || path === "/config.json" || probePaths.includes(path);
  return Object.assign(app, { ownsPath, renewTls });
}

/** The app, and which addresses it answers when somebody else serves the console. */
export type App = Awaited<ReturnType<typeof createBaseApp>>;
