import { Readable } from "node:stream";
import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { callbackOf, wrapInCallback } from "./jsonp.ts";
import type { Refusal } from "./refusal.ts";

interface LaterText {
  /** In characters, all base64, so also in bytes. */
  readonly length: number;
  read(): AsyncIterable<string>;
}

/**
 * Texts of an answer that are read while it is sent. Placeholders stand in for them; they are unguessable, so that
 * nobody can write one into a message.
 */
export class LaterTexts {
  readonly #texts = new Map<string, LaterText>();

  add(text: LaterText): string {
    // Base64 characters too, so that the answer's schema accepts it.
    const mark = randomBytes(24).toString("hex");
    this.#texts.set(mark, text);
    return mark;
  }

  /** The answer's length in bytes, and its parts in order: finished text, and what is still to be read. */
  fill(json: string): { length: number; parts: AsyncGenerator<Buffer | string> } {
    const marks = new RegExp(`(${[...this.#texts.keys()].join("|")})`);
    const parts = json.split(marks).map((part) => this.#texts.get(part) ?? Buffer.from(part));
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    return { length, parts: written(parts) };
  }
}

async function* written(parts: readonly (LaterText | Buffer)[]): AsyncGenerator<Buffer | string> {
  for (const part of parts) {
    if (Buffer.isBuffer(part)) yield part;
    else yield* part.read();
  }
}

const jsonType = "application/json; charset=utf-8";
const scriptType = "application/javascript; charset=utf-8";

/** A JSON replacer that removes nulls from objects. In lists they stay, since positions matter. */
function withoutNull(this: unknown, _name: string, value: unknown): unknown {
  return value === null && !Array.isArray(this) ? undefined : value;
}

/** JSON without null members. The second pass runs only if the text may contain one. */
export function jsonOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(":null") ? JSON.stringify(value, withoutNull) : text;
}

/**
 * Sends JSON, wrapped in a callback if the query asks for one. Not shown by the interface: Accept and format are
 * ignored.
 */
export function sendJson(request: FastifyRequest, reply: FastifyReply, status: number, json: string) {
  const callback = callbackOf(request);
  if (callback === undefined) return reply.code(status).header("content-type", jsonType).send(json);
  return reply.code(status).header("content-type", scriptType).send(wrapInCallback(callback, json));
}

/** The same with texts that are read while the answer is sent. A failed read cuts the connection. */
export function streamJson(request: FastifyRequest, reply: FastifyReply, json: string, later: LaterTexts) {
  const callback = callbackOf(request);
  const { length, parts } = later.fill(callback === undefined ? json : wrapInCallback(callback, json));
  return (
    reply
      .header("content-type", callback === undefined ? jsonType : scriptType)
      .header("content-length", length)
      // Reads one chunk ahead, not sixteen: each may be a mebibyte, and the receiver slow.
      .send(Readable.from(parts, { highWaterMark: 1 }))
  );
}

/** Sends a file while it is read, as fast as it is taken. A failed read cuts the connection. */
export function streamCsv(reply: FastifyReply, file: AsyncIterable<string>) {
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .send(Readable.from(file, { objectMode: false, highWaterMark: 1 }));
}

/** The body of every failure except those messaging reports by flags. */
export function refusalBody({
  errorCode,
  message,
  errors,
}: Pick<Refusal, "errorCode" | "message" | "errors">) {
  return JSON.stringify({ responseStatus: { errorCode, message, errors } });
}

/** Sends a refusal: status, headers and responseStatus. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  if (refusal.headers) reply.headers(refusal.headers);
  return sendJson(request, reply, refusal.status, refusalBody(refusal));
}
