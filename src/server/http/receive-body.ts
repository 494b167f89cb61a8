import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Settings } from "#room/server/settings.ts";
import type { Keyring } from "#room/server/keys/keyring.ts";
import type { Sessions } from "#room/server/sessions/sessions.ts";
import { type Access, admit } from "./access.ts";
import { Arrivals, discardBody } from "./arrivals.ts";
import { type ByteAccount, bytesUnderWay, type BytesUnderWay } from "./bytes-under-way.ts";
import { checkOwnOrigin } from "./origin.ts";
import { Refusal } from "./refusal.ts";
import { presentedSession } from "./session-transport.ts";
import { remoteAddressOf } from "./trusted-proxies.ts";
import { ownerOf } from "./queue-owner.ts";

/** Bodies up to the size of headers are accepted without checking the sender. */
const small = 16 * 1024;
/** From this size on the sender is checked. */
const askFrom = 64 * 1024;

declare module "fastify" {
  interface FastifyContextConfig {
    body?: BodyRule;
  }
}

/** What a route accepts. */
export interface BodyRule {
  readonly limit: number;
  readonly access: Access;
  /** True when the session's key is in the body: messaging. */
  readonly holdsKey: boolean;
}

/** A body large enough to be counted. */
export class LargeBody {
  readonly bytes: Buffer;
  readonly account: ByteAccount;
  constructor(bytes: Buffer, account: ByteAccount) {
    this.bytes = bytes;
    this.account = account;
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
const keyMember = /"sessionKey"\s*:\s*"([\w-]{1,200})"/g;

/** A growing buffer: allocated at its full length if known, since untouched memory costs nothing. */
class Gathered {
  #bytes: Buffer;
  length = 0;

  constructor(expected: number) {
    this.#bytes = Buffer.allocUnsafeSlow(expected);
  }

  add(piece: Buffer): void {
    const end = this.length + piece.length;
    if (end > this.#bytes.length) {
      const longer = Buffer.allocUnsafeSlow(Math.max(end, this.#bytes.length * 2));
      this.#bytes.copy(longer, 0, 0, this.length);
      this.#bytes = longer;
    }
    piece.copy(this.#bytes, this.length);
    this.length = end;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }
}

interface ReceiverParts {
  readonly sessions: Sessions;
  readonly keys: Keyring;
  readonly settings: Settings;
}

class LargeReceiver {
  readonly #request: FastifyRequest;
  readonly #rule: BodyRule;
  readonly #parts: ReceiverParts;
  readonly #account: ByteAccount;
  readonly #declared: number | undefined;
  readonly #gathered: Gathered;
  #isKnown = false;
  #scannedTo = 0;

  constructor(
    request: FastifyRequest,
    {
      rule,
      parts,
      underWay,
      declared,
    }: { rule: BodyRule; parts: ReceiverParts; underWay: BytesUnderWay; declared: number | undefined },
  ) {
    this.#request = request;
    this.#rule = rule;
    this.#parts = parts;
    this.#declared = declared;
    this.#account = underWay.open({ address: remoteAddressOf(request, parts.settings), person: undefined });
    this.#gathered = new Gathered(declared ?? askFrom);
  }

  /** Before the first byte: admits or refuses a caller identified by the headers. */
  async begin(): Promise<void> {
    const { access, holdsKey } = this.#rule;
    if ((this.#declared ?? Number.POSITIVE_INFINITY) <= askFrom && access === "own") return;
    const session = await admit(this.#request, { access }, this.#parts);
    if (session) return this.#know(ownerOf(session));
    if (access === "open") return this.#know("open");
    const id = holdsKey ? this.#ownSession() : undefined;
    const found = id === undefined ? undefined : await this.#parts.sessions.lookUp(id);
    if (found?.state === "live") this.#know(ownerOf(found.user));
  }

  /** The session sent in the headers; ignored for requests sent by a page of another origin. */
  #ownSession(): string | undefined {
    try {
      const presented = presentedSession(this.#request, this.#parts.settings);
      if (presented?.by === "cookie") checkOwnOrigin(this.#request, this.#parts.settings);
      return presented?.id;
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  #know(person: string): void {
    this.#isKnown = true;
    this.#account.belongsTo(person);
    // Reserves the full length if known: otherwise several bodies would each get halfway.
    if (this.#declared !== undefined) this.#account.add(this.#declared - this.#gathered.length);
  }

  /** Takes a chunk. True when the key in the body must be checked before more is read. */
  take(piece: Buffer): boolean {
    const size = this.#gathered.length + piece.length;
    if (size > this.#rule.limit) throw tooLarge();
    if (!this.#isKnown || this.#declared === undefined) this.#account.add(piece.length);
    this.#gathered.add(piece);
    return !this.#isKnown && this.#rule.holdsKey && size > askFrom;
  }

  /** Looks for the key in what has arrived. Returns a substitute body, or undefined to continue. */
  async seekKey(): Promise<Buffer | undefined> {
    const { length, bytes } = this.#gathered;
    const text = bytes.toString("latin1", Math.max(0, this.#scannedTo - 300), length);
    this.#scannedTo = length;
    for (const [, key = ""] of text.matchAll(keyMember)) {
      const found = await this.#parts.sessions.lookUp(key);
      if (found.state === "live") {
        this.#know(ownerOf(found.user));
        return undefined;
      }
      // The key is checked before anything else, so it alone decides the answer.
      return Buffer.from(JSON.stringify({ sessionKey: key }));
    }
    if (length > this.#parts.settings.strangerBytes)
      throw new Refusal(
        413,
        "RequestTooLarge",
        "A body this large needs a session: put sessionKey before the message, or send it as X-ss-id.",
      );
    return undefined;
  }

  get body(): LargeBody {
    return new LargeBody(this.#gathered.bytes, this.#account);
  }

  close(): void {
    this.#account.close();
  }
}

/** A refused body is a value too, so this never fails. */
async function pass(body: Promise<unknown>, done: (error: null, body: unknown) => void): Promise<void> {
  done(null, await body);
}

/** Receives bodies for all routes of an app and enforces who may send how much, how fast, and the total. */
export function addBodyReceiver(app: FastifyInstance, parts: ReceiverParts): void {
  const { settings } = parts;
  const underWay = bytesUnderWay(settings);
  const arrivals = new Arrivals(settings.bodySeconds);
  app.addHook("preClose", async () => arrivals.stop());
  app.addHook("onClose", async () => arrivals.close());
  const minLimit = Math.min(small, settings.bodyBytes, settings.chargeBytes, settings.messageBytes);

  function receiveSmall(payload: IncomingMessage, done: (body: unknown) => void): void {
    const pieces: Buffer[] = [];
    const arrival = arrivals.begin((refusal) => finish(new RefusedBody(refusal)));
    function finish(body: unknown): void {
      arrivals.end(arrival);
      if (!payload.complete) discardBody(payload);
      done(body);
    }
    payload.on("data", (piece: Buffer) => pieces.push(piece));
    payload.once("error", (error) => finish(new RefusedBody(error)));
    payload.once("end", () => finish(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)));
  }

  async function receiveLarge(
    request: FastifyRequest,
    payload: IncomingMessage,
    declared: number | undefined,
  ): Promise<unknown> {
    const rule = request.routeOptions.config.body;
    if (!rule) throw new Error(`${request.url} takes no body`);
    if (declared !== undefined && declared > rule.limit) {
      discardBody(payload);
      return new RefusedBody(tooLarge());
    }
    const receiver = new LargeReceiver(request, { rule, parts, underWay, declared });
    let stop: (refusal: unknown) => void = () => {};
    const arrival = arrivals.begin((refusal) => stop(refusal));
    try {
      await receiver.begin();
      const instead = await new Promise<Buffer | undefined>((resolve, reject) => {
        stop = reject;
        const answerOrResume = async () => {
          try {
            const answer = await receiver.seekKey();
            if (answer) resolve(answer);
            else payload.resume();
          } catch (error) {
            reject(error);
          }
        };
        payload.on("data", (piece: Buffer) => {
          arrival.received += piece.length;
          try {
            if (!receiver.take(piece)) return;
          } catch (error) {
            reject(error);
            return;
          }
          payload.pause();
          void answerOrResume();
        });
        payload.once("error", reject);
        payload.once("end", () => resolve(undefined));
      });
      if (!instead) return receiver.body;
      receiver.close();
      discardBody(payload);
      return instead;
    } catch (error) {
      receiver.close();
      discardBody(payload);
      return new RefusedBody(error);
    } finally {
      arrivals.end(arrival);
    }
  }

  app.removeAllContentTypeParsers();
  // Bodies are read as bytes; `readBody` parses them. Fastify finds named types faster.
  for (const type of ["application/json", "text/plain", "*"])
    app.addContentTypeParser(type, (request, payload, done) => {
      const length = request.headers["content-length"];
      const declared = length === undefined ? undefined : Number(length);
      if (declared !== undefined && declared <= minLimit) receiveSmall(payload, (body) => done(null, body));
      else void pass(receiveLarge(request, payload, declared), done);
    });
}
