import type { FastifyReply, FastifyRequest } from "fastify";
import type { HandlerContext, ServerParts } from "#room/server/handler.ts";
import { LaterTexts } from "./answer.ts";
import { onceReceived } from "./in-flight-bytes.ts";
import { sessionTransport } from "./session-transport.ts";
import { remoteAddressOf } from "./trusted-proxies.ts";

/**
 * The context passed to handlers with the request. A class that computes rarely used members on demand: an object
 * literal with getters costs each request more than everything else.
 */
export class RequestContext implements HandlerContext {
  readonly store: HandlerContext["store"];
  readonly settings: HandlerContext["settings"];
  readonly sessions: HandlerContext["sessions"];
  readonly keys: HandlerContext["keys"];
  readonly audit: HandlerContext["audit"];
  readonly changes: HandlerContext["changes"];
  readonly openId: HandlerContext["openId"];
  readonly firstRun: HandlerContext["firstRun"];
  readonly lookAround: HandlerContext["lookAround"];
  readonly clock: HandlerContext["clock"];
  readonly backups: HandlerContext["backups"];
  readonly now: HandlerContext["now"];
  readonly session: HandlerContext["session"];
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  /** Undefined except for the few answers that have such texts. */
  laterTexts: LaterTexts | undefined;
  /** The answer of an operation that answers with a file. */
  file: AsyncIterable<string> | undefined;

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    parts: ServerParts,
    session: HandlerContext["session"],
  ) {
    this.store = parts.store;
    this.settings = parts.settings;
    this.sessions = parts.sessions;
    this.keys = parts.keys;
    this.audit = parts.audit;
    this.changes = parts.changes;
    this.openId = parts.openId;
    this.firstRun = parts.firstRun;
    this.lookAround = parts.lookAround;
    this.clock = parts.clock;
    this.backups = parts.backups;
    this.now = parts.now;
    this.session = session;
    this.#request = request;
    this.#reply = reply;
  }

  get requestId() {
    return this.#request.id;
  }

  get remoteAddress() {
    return remoteAddressOf(this.#request, this.settings);
  }

  get log() {
    return this.#request.log.child({ requestId: this.#request.id });
  }

  get callerGone() {
    const waiting = new AbortController();
    onceReceived(this.#request, this.#reply, () => waiting.abort());
    return waiting.signal;
  }

  later(length: number, read: () => AsyncIterable<string>): string {
    this.laterTexts ??= new LaterTexts();
    return this.laterTexts.add({ length, read });
  }

  sendFile(parts: AsyncIterable<string>): void {
    this.file = parts;
  }

  get transport() {
    return sessionTransport(this.#request, this.#reply, this.settings);
  }
}
