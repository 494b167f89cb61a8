import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { refusalBody, sendRefusal } from "./answer.ts";
import { CallerGone } from "#room/server/store/caller-gone.ts";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import { BrokenAnswer } from "./operation-routes.ts";
import { UnreadableRecord } from "#room/server/vault/seal-bytes.ts";
import { Refusal, storeIsAway, tryAgainIn } from "./refusal.ts";

const neutral =
  "The server could not complete this request because of an internal error. Quote the request id when you ask for help.";

const wordsOfStatus: Readonly<Record<number, readonly [errorCode: string, message: string]>> = {
  404: ["NotFound", "There is nothing at this address."],
  405: ["NotImplementedException", "This server is not a proxy."],
  408: ["RequestTimeout", "The request did not arrive in time."],
  413: ["RequestTooLarge", "The body is larger than this operation takes."],
  414: ["UriTooLong", "The address is too long."],
  415: ["UnsupportedMediaType", "The body must be JSON, sent as application/json."],
  417: ["ExpectationFailed", "The server knows no expectation but 100-continue."],
  431: ["HeadersTooLarge", "The headers are too large."],
};

function refusalOfStatus(status: number): Refusal {
  return new Refusal(status, ...(wordsOfStatus[status] ?? ["BadRequest", "The request is not valid HTTP."]));
}

/** The refusal for an error; undefined for an error of ours. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error) || !("statusCode" in error)) return undefined;
  const status = error.statusCode;
  return typeof status === "number" && status >= 400 && status < 500 ? refusalOfStatus(status) : undefined;
}

/** The stack without the message, which may quote the request. */
function placeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const frames = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return frames.slice(0, 8).join("\n");
}

/**
 * Not shown by the interface: 503 says that nothing was done. If that is uncertain, the code says so, and the same
 * request may be sent again.
 */
function refusalOfStore({ mayBeDone }: StoreUnavailable): Refusal {
  if (!mayBeDone) return tryAgainIn(5, storeIsAway);
  const message =
    "The server could not finish saving this. It may or may not be done: send the same request again, unchanged.";
  return new Refusal(503, "OutcomeUnknown", message, { headers: { "retry-after": "5" } });
}

const logEveryMs = 1000;

/** Logs each reason once a second at most: a thousand callers a second may be waiting for the database. */
function storeFaultLog() {
  let from = Number.NEGATIVE_INFINITY;
  let untold = 0;
  const logged = new Set<string>();
  return (request: FastifyRequest, { reason }: StoreUnavailable): void => {
    const now = performance.now();
    if (now - from >= logEveryMs) {
      from = now;
      logged.clear();
    }
    if (logged.has(reason)) {
      untold += 1;
      return;
    }
    logged.add(reason);
    request.log.error({ requestId: request.id, reason, untold }, "the database cannot be used");
    untold = 0;
  };
}

/** An answer that is read while it is sent was cut off. */
const cutStream = "ERR_STREAM_PREMATURE_CLOSE";

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/**
 * Answers any failure of one server. Its own errors are logged with their location, never with the content of the
 * request.
 */
export function failureAnswers() {
  const logStoreFault = storeFaultLog();
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error);
    if (refusal) return sendRefusal(request, reply, refusal);
    // The caller disconnected during its body or its answer: there is nobody to answer and nothing to fix.
    const isLeft =
      error instanceof CallerGone ||
      (request.raw.destroyed && (!request.raw.complete || codeOf(error) === cutStream));
    if (isLeft) return sendRefusal(request, reply, refusalOfStatus(400));
    if (error instanceof StoreUnavailable) {
      logStoreFault(request, error);
      return sendRefusal(request, reply, refusalOfStore(error));
    }
    const kind = error instanceof Error ? error.name : typeof error;
    const code = codeOf(error);
    const fault =
      error instanceof BrokenAnswer || error instanceof UnreadableRecord ? error.message : undefined;
    request.log.error(
      { requestId: request.id, kind, code, fault, place: placeOf(error), path: request.routeOptions.url },
      "request failed",
    );
    return sendRefusal(request, reply, new Refusal(500, "InternalServerError", neutral));
  };
}

/** Addresses the router cannot parse. */
export function answerUnreadableAddress(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): void {
  reply.headers(headers).header("x-request-id", request.id);
  void sendRefusal(request, reply, refusalOfStatus(error.statusCode ?? 400));
}

/** An unknown Expect header. The request is not read, so the connection ends. */
export function answerExpectation(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  const body = refusalBody(refusalOfStatus(417));
  const length = String(Buffer.byteLength(body));
  response.writeHead(417, { ...headers, ...ownHeaders(), "content-length": length, connection: "close" });
  response.end(body);
}

function ownHeaders() {
  return { "x-request-id": randomUUID(), "content-type": "application/json; charset=utf-8" };
}

const statusOfParserError: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  CONNECT: 405,
};

/** Bytes that are not HTTP: answered on the raw socket, in the same JSON. */
export function answerUnreadableRequest(
  error: Error & { code?: string },
  socket: Duplex & Partial<Pick<Socket, "destroySoon">>,
  headers: Readonly<Record<string, string>>,
): void {
  // Bytes after a connection's last request belong to nothing: its answer may still be on its way.
  if (error.code === "HPE_CLOSED_CONNECTION") socket.destroySoon?.();
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const status = statusOfParserError[error.code ?? ""] ?? 400;
  const body = refusalBody(refusalOfStatus(status));
  const head = {
    ...headers,
    ...ownHeaders(),
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${body}`);
}
