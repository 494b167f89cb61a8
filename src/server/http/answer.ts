import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { callbackOf, wrapInCallback } from "./jsonp.ts";
import type { LaterTexts } from "./later-texts.ts";
import type { Refusal } from "./refusal.ts";

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
