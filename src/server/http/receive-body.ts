import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Settings } from "#room/server/settings.ts";
import type { Keyring } from "#room/server/keys/keyring.ts";
import type { Sessions } from "#room/server/sessions/sessions.ts";
import { type Access, admit } from "./access.ts";
import { callerOf } from "./caller.ts";
import { bodyLimits, anonymous, InFlightBytes } from "./in-flight-bytes.ts";
import { checkOwnOrigin } from "./origin.ts";
import { Refusal } from "./refusal.ts";
import { presentedSession } from "./session-transport.ts";

/** Bodies up to the size of headers are accepted without checking the sender, and not counted. */
const small = 16 * 1024;
/** An unknown caller's bytes are counted in steps of this many. */
const step = 64 * 1024;
/** How much of a message is read before its sessionKey is found. */
const anonymousBytes = 1024 ** 2;

declare module "fastify" {
  interface FastifyContextConfig {
    body?: BodyRule;
    /** The wire name of what the route calls. */
    operation?: string;
  }
}

/** What a route accepts. */
export interface BodyRule {
  readonly limit: number;
  readonly access: Access;
  /** True when the session's key is in the body: messaging. */
  readonly holdsKey: boolean;
}

/** A body large enough to be counted, until `release` is called. */
export class LargeBody {
  readonly bytes: Buffer;
  readonly release: () => void;
  constructor(bytes: Buffer, release: () => void) {
    this.bytes = bytes;
    this.release = release;
  }
}

/**
 * A body refused while it arrived. Throwing would make Fastify close the connection immediately, and a caller still
 * sending would see that instead of the answer.
 */
export class RefusedBody {
  readonly cause: unknown;
  constructor(cause: unknown) {
    this.cause = cause;
  }
}

const tooLarge = () => new Refusal(413, "RequestTooLarge", "The body is larger than this operation takes.");

/** Finds a session key in a body. Any member of that name counts, since only an active session admits the caller. */
const keyMember = /"sessionKey"\s*:\s*"([\w-]{1,200})"/;

/** How far back a key may have begun: its longest form, with blanks. */
const keyReach = 300;

/** What has arrived, in one growing buffer: a caller may send a body byte by byte. */
class Gathered {
  #bytes: Buffer = Buffer.alloc(0);
  length = 0;

  add(piece: Buffer): void {
    const end = this.length + piece.length;
    if (this.length === 0) this.#bytes = piece;
    else {
      if (end > this.#bytes.length) {
        const longer = Buffer.allocUnsafeSlow(Math.max(end, this.length * 2));
        this.#bytes.copy(longer, 0, 0, this.length);
        this.#bytes = longer;
      }
      piece.copy(this.#bytes, this.length);
    }
    this.length = end;
  }

  /** The session key in what has arrived since a position, where the last look ended. */
  findKey(from: number): string | undefined {
    const text = this.#bytes.toString("latin1", Math.max(0, from - keyReach), this.length);
    return keyMember.exec(text)?.[1];
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}

/**
 * The answers to those that send a body once they are told to: `Expect: 100-continue`. Also of what another app answers,
 * the demo’s.
 */
const awaited = new WeakMap<IncomingMessage, ServerResponse>();

interface ReceiverParts {
  readonly sessions: Sessions;
  readonly keys: Keyring;
  readonly settings: Settings;
}

/** The session sent in the headers of a message; ignored for requests sent by a page of another origin. */
function sessionInHeaders(request: FastifyRequest, settings: Settings): string | undefined {
  try {
    const presented = presentedSession(request, settings);
    if (presented?.by === "cookie") checkOwnOrigin(request, settings);
    return presented?.id;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Before the first byte: the caller identified by the headers; undefined where the body has the key. Throws the 401. */
async function callerInHeaders(
  request: FastifyRequest,
  { access, holdsKey }: BodyRule,
  parts: ReceiverParts,
): Promise<string | undefined> {
  const session = await admit(request, { access }, parts);
  if (session) return callerOf(session);
  if (access === "open") return "open";
  const id = holdsKey ? sessionInHeaders(request, parts.settings) : undefined;
  const found = id === undefined ? undefined : await parts.sessions.lookUp(id);
  return found?.state === "live" ? callerOf(found.user) : undefined;
}

/** Receives bodies for all routes of an app: who may send how much, and the total. Node ends those that are too slow. */
export function addBodyReceiver(app: FastifyInstance, parts: ReceiverParts): void {
  const inFlight = new InFlightBytes(bodyLimits);
  app.server.on("checkContinue", (request, response) => {
    awaited.set(request, response);
    app.server.emit("request", request, response);
  });

  async function receive(request: FastifyRequest, payload: IncomingMessage): Promise<Buffer | LargeBody> {
    const rule = request.routeOptions.config.body;
    if (!rule) throw new Error(`${request.url} takes no body`);
    const length = request.headers["content-length"];
    const expected = length === undefined ? rule.limit : Number(length);
    if (expected > rule.limit && length !== undefined) throw tooLarge();
    const isCounted = expected > small;
    let caller = isCounted ? await callerInHeaders(request, rule, parts) : anonymous;
    const maxAnonymous = rule.holdsKey ? Math.min(anonymousBytes, rule.limit) : rule.limit;
    // Of an unknown caller only what has come is counted: many could announce much and send nothing.
    let reserved = caller === undefined ? Math.min(expected, step) : expected;
    const hold = () => inFlight.hold(caller ?? anonymous, reserved);
    let release = isCounted ? hold() : () => undefined;
    awaited.get(payload)?.writeContinue();
    const late = setTimeout(() => payload.destroy(), parts.settings.anonymousSeconds * 1000);
    if (caller !== undefined) clearTimeout(late);
    const gathered = new Gathered();
    let lookedTo = 0;
    try {
      // A body left half read must not end its connection before the answer is read.
      for await (const piece of payload.iterator({ destroyOnReturn: false })) {
        // A stream without an encoding gives buffers.
        gathered.add(piece as Buffer);
        if (gathered.length > rule.limit) throw tooLarge();
        if (caller === undefined && gathered.length > reserved) {
          release();
          reserved = gathered.length + step;
          release = hold();
        }
        if (caller !== undefined || !rule.holdsKey || gathered.length <= small) continue;
        const key = gathered.findKey(lookedTo);
        lookedTo = gathered.length;
        if (key !== undefined) {
          const found = await parts.sessions.lookUp(key);
          if (found.state !== "live") {
            release();
            // The key is checked before anything else, so it alone decides the answer.
            return Buffer.from(JSON.stringify({ sessionKey: key }));
          }
          caller = callerOf(found.user);
          clearTimeout(late);
          reserved = expected;
          release();
          release = hold();
        } else if (gathered.length > maxAnonymous)
          throw new Refusal(
            413,
            "RequestTooLarge",
            "A body this large needs a session: put sessionKey before the message, or send it as X-ss-id.",
          );
      }
      return isCounted ? new LargeBody(gathered.bytes, release) : gathered.bytes;
    } catch (error) {
      release();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  app.removeAllContentTypeParsers();
  // Bodies are read as bytes; `readBody` parses them. Fastify finds named types faster.
  for (const type of ["application/json", "text/plain", "*"])
    app.addContentTypeParser(type, async (request: FastifyRequest, payload: IncomingMessage) => {
      try {
        return await receive(request, payload);
      } catch (error) {
        return new RefusedBody(error);
      } finally {
        // What a refused caller still sends is read and dropped, so that it gets to read the answer.
        if (!payload.readableEnded) payload.resume();
      }
    });
}
