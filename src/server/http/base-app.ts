import { randomUUID } from "node:crypto";
import { Server as TlsServer } from "node:tls";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
  type FastifyReply,
} from "fastify";
import type { Socket } from "node:net";
import type { LookAround } from "#room/server/look-around.ts";
import type { Settings } from "#room/server/settings.ts";
import type { FirstRun } from "#room/server/sessions/first-run.ts";
import { addConsoleFiles, answerNothingHere } from "./console-files.ts";
import { Drain } from "./drain.ts";
import {
  answerExpectation,
  answerUnreadableAddress,
  answerUnreadableRequest,
  failureAnswers,
} from "./failures.ts";
import { allowOrigin } from "./origin.ts";
import { Refusal } from "./refusal.ts";
import { apiHeaders } from "./security-headers.ts";
import { serviceConfig } from "./service-config.ts";
import { presentedSession } from "./session-transport.ts";
import { readTls } from "./tls.ts";
import { descriptionPaths } from "#room/server/description/description-routes.ts";
import { addProbes, probePaths } from "./probes.ts";
import { createUnroutedApi, pathOf } from "./unrouted.ts";

/** How many requests of one connection are served in one turn of the event loop. */
const maxInTurn = 16;

/**
 * Limits pipelining per connection: Node reads a thousand small requests at a time and would serve them all before
 * anyone else's, with all their answers in memory.
 */
class Pipelined {
  readonly #inTurn = new WeakMap<Socket, number>();
  readonly #refused = new WeakSet<Socket>();

  /**
   * Throws for the first request over the limit, whose answer ends the connection. True for those after it, which are
   * not answered.
   */
  isBeyond({ raw: { socket } }: FastifyRequest, reply: FastifyReply): boolean {
    // Only the request whose turn it is has its socket immediately.
    if (reply.raw.socket !== null) return false;
    if (this.#refused.has(socket)) return true;
    const count = (this.#inTurn.get(socket) ?? 0) + 1;
    this.#inTurn.set(socket, count);
    if (count === 1) setImmediate(() => this.#inTurn.delete(socket));
    if (count <= maxInTurn) return false;
    this.#refused.add(socket);
    throw new Refusal(
      503,
      "ServiceUnavailable",
      "The connection sent too many requests ahead of its answers. Nothing was done; wait for answers, or use more connections.",
      { headers: { connection: "close", "retry-after": "1" } },
    );
  }
}

export interface BaseOptions {
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  readonly consoleFolder?: string | undefined;
  /** True on the temporary store of `--demo`. */
  readonly isDemo?: boolean | undefined;
  /** Resolves when this server's dependencies respond; throws when they do not. Absent: it has none. */
  readonly ping?: (() => Promise<void>) | undefined;
  /** Before a clinic is set up: may answer instead of this app. */
  readonly lookAround?: LookAround | undefined;
  /** Waits for the first administrator, on an empty store. */
  readonly firstRun?: FirstRun | undefined;
}

/** A connection without traffic for this long is cut: its answer is not being read. No operation takes longer. */
const silenceMs = 180_000;

/** False when the request carries no credentials at all, so that a console can skip a call that would return 401. */
function mayBeSignedIn(request: FastifyRequest, settings: Settings): boolean {
  // We do not know how the service behind us identifies sessions.
  if (settings.upstreamUrl !== undefined) return request.headers.cookie !== undefined;
  try {
    return presentedSession(request, settings) !== undefined;
  } catch {
    return true;
  }
}

const noTunnel = Object.assign(new Error("CONNECT"), { code: "CONNECT" });

/** Node uses the first, but a proxy in front of us may have used the last. */
function hasTwoHosts({ raw: { rawHeaders } }: FastifyRequest): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  return hosts > 1;
}

/** The host comes from the client or a proxy, and our own URLs are built from it. */
function isHost(host: string): boolean {
  return !/[\s/?#@\\]/.test(host) && URL.canParse(`http://${host}`);
}

function faultOfHost(request: FastifyRequest): string | undefined {
  // HTTP/1.0 does not require one.
  if (request.headers.host === undefined && request.raw.httpVersion === "1.1") return "it has no Host";
  if (hasTwoHosts(request)) return "it has two Hosts";
  const isGood = request.headers.host === undefined || isHost(request.host);
  return isGood ? undefined : "its Host header is not a valid host name";
}

/** Our contract's schemas check what comes; Fastify's own compilers would take a twentieth of a start to load. */
const noCompiler = () => () => {
  throw new Error("A route with a schema has no compiler");
};

/** An app that answers failures in our format and serves the console, without any operations. */
export async function createBaseApp(options: BaseOptions) {
  const { settings, log, consoleFolder, isDemo = false, ping, lookAround, firstRun } = options;
  const https = await readTls(settings);
  const isHttps = https !== undefined || settings.publicUrl?.startsWith("https:") === true;
  const headers = apiHeaders(isHttps);
  const unrouted = createUnroutedApi(settings);
  const config = serviceConfig(settings, { isDemo, isLookAround: isDemo && lookAround !== undefined });
  const configs = { live: JSON.stringify(config), signedOut: JSON.stringify({ ...config, signedOut: true }) };
  const configBeforeSetup = JSON.stringify({ ...config, signedOut: true, awaitsSetup: true });
  const configFor = async (request: FastifyRequest) => {
    if (mayBeSignedIn(request, settings)) return configs.live;
    return (await firstRun?.isWaiting()) === true ? configBeforeSetup : configs.signedOut;
  };

  const transport = {
    requireHostHeader: false,
    headersTimeout: Math.min(20_000, settings.bodySeconds * 1000),
    connectionsCheckingInterval: 2000,
  };
  // Fastify has a separate type for an HTTPS server; everything used here is the same on both.
  const app = Fastify({
    // Node would answer a request without Host itself, in a different format.
    ...(https ? { https: { ...https, ...transport } } : { http: transport }),
    // Fastify's own log lines (listening, response times) are not needed; what it says about a request goes to our log.
    // A logger per request would cost more than most logging; callers add the request's id.
    logger: false,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: () => log,
    genReqId: () => randomUUID(),
    trustProxy: settings.trustProxy,
    bodyLimit: settings.bodyBytes,
    exposeHeadRoutes: false,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    requestTimeout: settings.bodySeconds * 1000,
    connectionTimeout: silenceMs,
    return503OnClosing: false,
    // Not shown by the interface: clients that join a base address and a path may double the slash, or end with one.
    routerOptions: { caseSensitive: false, ignoreDuplicateSlashes: true, ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => answerUnreadableAddress(error, request, reply, headers),
    clientErrorHandler: (error, socket) => answerUnreadableRequest(error, socket, headers),
  }) as unknown as FastifyInstance;

  app.setErrorHandler(failureAnswers());
  const files =
    consoleFolder === undefined ? undefined : await addConsoleFiles(app, { folder: consoleFolder, isHttps });
  // Node silently drops headers beyond a number, a session's among them. Their size is limited anyway.
  app.server.maxHeadersCount = 0;
  const pipelined = new Pipelined();
  let isLeaving = false;
  app.addHook("onRequest", (request, reply, done) => {
    if (pipelined.isBeyond(request, reply)) return void reply.hijack();
    if (!isDemo && lookAround?.answers(request, reply)) return;
    reply.headers(headers).header("x-request-id", request.id);
    if (isLeaving) reply.header("connection", "close");
    // Left empty, as some gateways do, it is no type.
    if (request.headers["content-type"]?.trim() === "") delete request.headers["content-type"];
    allowOrigin(request, reply, settings.allowedOrigins);
    const fault = faultOfHost(request);
    if (fault !== undefined)
      return done(new Refusal(400, "BadRequest", `The request is not valid HTTP: ${fault}.`));
    if (!request.is404) return done();
    const path = pathOf(request);
    if (unrouted.owns(path)) void unrouted.answer(request, reply, path);
    else if (!files?.(request, reply, path)) void answerNothingHere(request, reply);
  });
  app.route({
    method: ["GET", "HEAD"],
    url: "/config.json",
    handler: async (request, reply) =>
      reply
        .header("content-type", "application/json; charset=utf-8")
        .header("cache-control", "no-cache")
        .header("vary", "Cookie")
        .send(await configFor(request)),
  });
  addProbes(app, { ping, isLeaving: () => isLeaving });
  app.server.on("checkExpectation", (_request, response) => answerExpectation(response, headers));
  app.server.on("connect", (_request, socket) => answerUnreadableRequest(noTunnel, socket, headers));
  const drain = new Drain(app.server);
  app.addHook("preClose", async () => drain.begin());
  app.addHook("onClose", async () => drain.end());
  /** Reloads the certificate and key; existing connections keep theirs. */
  async function renewTls(): Promise<void> {
    const renewed = await readTls(settings);
    if (renewed && app.server instanceof TlsServer) app.server.setSecureContext(renewed);
  }
  /** Answers everything as before, but is no longer ready, and keeps no connection open. */
  const leave = () => {
    isLeaving = true;
    drain.endConnections();
  };
  const ownsPath = (path: string) =>
    unrouted.owns(path) || ["/config.json", ...probePaths, ...descriptionPaths(settings)].includes(path);
  return Object.assign(app, { ownsPath, renewTls, leave });
}

/** The app, and the paths it answers when the console is served by someone else. */
export type App = Awaited<ReturnType<typeof createBaseApp>>;
