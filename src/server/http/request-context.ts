import type { FastifyReply, FastifyRequest } from "fastify";
import type { HandlerContext, ServerParts } from "#room/server/handler.ts";
import { LaterTexts } from "./answer.ts";
import { onceReceived } from "./in-flight-bytes.ts";
import { sessionTransport } from "./session-transport.ts";
import { remoteAddressOf } from "./trusted-proxies.ts";

/**
 * What a context has of its own request. A class that computes rarely used members on demand: an object literal with
 * getters costs each request more than everything else.
 */
class OfRequest implements Omit<HandlerContext, keyof ServerParts> {
  readonly session: HandlerContext["session"];
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #settings: HandlerContext["settings"];
  /** Undefined except for the few answers that have such texts. */
  laterTexts: LaterTexts | undefined;
  /** The answer of an operation that answers with a file. */
  file: AsyncIterable<string> | undefined;

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    settings: HandlerContext["settings"],
    session: HandlerContext["session"],
  ) {
    this.session = session;
    this.#request = request;
    this.#reply = reply;
    this.#settings = settings;
  }

  get requestId() {
    return this.#request.id;
  }

  get remoteAddress() {
    return remoteAddressOf(this.#request, this.#settings);
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
    return sessionTransport(this.#request, this.#reply, this.#settings);
  }
}

/** The context passed to handlers with the request. */
export type RequestContext = OfRequest & ServerParts;

export function contextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ServerParts,
  session: HandlerContext["session"],
): RequestContext {
  return Object.assign(new OfRequest(request, reply, parts.settings, session), parts);
}
