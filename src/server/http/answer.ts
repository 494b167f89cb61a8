import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { callbackOf, wrapInCallback } from "./jsonp.ts";
import type { LaterTexts } from "./later-texts.ts";
import type { Refusal } from "./refusal.ts";

const jsonType = "application/json; charset=utf-8";
const scriptType = "application/javascript; charset=utf-8";

/** A replacer that leaves nulls out of objects; in lists they stay, since a list's places count. */
function withoutNull(this: unknown, _name: string, value: unknown): unknown {
  return value === null && !Array.isArray(this) ? undefined : value;
}

/** JSON without null members. The second writing is needed only where the text may hold one. */
export function jsonOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.includes(":null") ? JSON.stringify(value, withoutNull) : text;
}

/** Sends JSON, or the callback that the query asks for. Not shown by the interface: Accept and format are ignored. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, status: number, json: string) {
  const callback = callbackOf(request);
  if (callback === undefined) return reply.code(status).header("content-type", jsonType).send(json);
  return reply.code(status).header("content-type", scriptType).send(wrapInCallback(callback, json));
}

/** The same with texts that are read while it leaves. What cannot be read to its end cuts the connection. */
export function streamJson(request: FastifyRequest, reply: FastifyReply, json: string, later: LaterTexts) {
  const callback = callbackOf(request);
  const { length, parts } = later.fill(callback === undefined ? json : wrapInCallback(callback, json));
  return (
    reply
      .header("content-type", callback === undefined ? jsonType : scriptType)
      .header("content-length", length)
      // One piece ahead, not sixteen: each may be a mebibyte, and the receiver slow.
      .send(Readable.from(parts, { highWaterMark: 1 }))
  );
}

/** The body of every failure but those that messaging reports by flags. */
export function refusalBody({
  errorCode,
  message,
  errors,
}: Pick<Refusal, "errorCode" | "message" | "errors">) {
  return JSON.stringify({ responseStatus: { errorCode, message, errors } });
}

/** Answers with a refusal: its status, its headers, and a responseStatus. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  if (refusal.headers) reply.headers(refusal.headers);
  return sendJson(request, reply, refusal.status, refusalBody(refusal));
}
