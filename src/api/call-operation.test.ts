import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callOperation } from "./call-operation.ts";
import { describeFailure } from "./describe-failure.ts";
import {
  CallFailure,
  NetworkFailure,
  OperationRefused,
  TimedOut,
  UnexpectedStatus,
  UnreadableReply,
} from "./failures.ts";
import { noteSignOfPerson } from "./person-signs.ts";
import { defaultConfig, parseConfig, serviceConfig, setServiceConfig } from "./service-config.ts";
import { sessionBegins, sessionEnds, sessionIsLost, sessionState } from "./session-state.ts";

let server: Server;
let answer: RequestListener;
const seen: { url: string; body: string; headers: IncomingMessage["headers"] }[] = [];
const event = { eventId: "1", visitCharged: { visitId: "2", practiceId: "3", charges: [] }, audit: {} };

beforeEach(async () => {
  seen.length = 0;
  server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    seen.push({ url: request.url ?? "", body: Buffer.concat(chunks).toString(), headers: request.headers });
    answer(request, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  setServiceConfig({ ...defaultConfig, apiBase: `http://127.0.0.1:${String(port)}` });
});

afterEach(async () => {
  sessionEnds();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function give(status: number, body: string, headers: Record<string, string> = {}): void {
  answer = (_request, reply) => {
    reply
      .writeHead(status, { "Content-Type": "application/json", "X-Request-Id": "req-9", ...headers })
      .end(body);
  };
}

async function failureOf(call: Promise<unknown>): Promise<CallFailure> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof CallFailure)) throw new Error("No CallFailure was thrown", { cause: error });
  return error;
}

const charge = (options = {}) => callOperation("chargeVisit", { AutoChargedEvent: event }, options);

test("a refusal carries code, status, request id and field paths", async () => {
  const errors = [
    { errorCode: "NotEmpty", fieldName: "AutoChargedEvent.visitCharged.charges[1].cpt", message: "no" },
  ];
  give(400, JSON.stringify({ responseStatus: { errorCode: "NotEmpty", message: "Bad", errors } }));
  const error = await failureOf(charge());
  expect(error).toBeInstanceOf(OperationRefused);
  expect(error).toMatchObject({ outcome: "refused", code: "NotEmpty", status: 400, requestId: "req-9" });
  expect(error).toMatchObject({
    issues: [{ path: ["AutoChargedEvent", "visitCharged", "charges", 1, "cpt"], code: "NotEmpty" }],
  });
});

test("an older host's class names are read as ours", async () => {
  const Errors = [{ ErrorCode: "NotEmpty", FieldName: "charges[1].cpt", Message: "no" }];
  const ResponseStatus = { ErrorCode: "Unauthorized", Message: "Invalid UserName or Password", Errors };
  give(401, JSON.stringify({ ResponseStatus }));
  const error = await failureOf(callOperation("authenticate", { userName: "casey", password: "x" }));
  expect(error).toBeInstanceOf(OperationRefused);
  expect(error).toMatchObject({
    code: "Unauthorized",
    message: "Invalid UserName or Password",
    issues: [{ path: ["charges", 1, "cpt"], code: "NotEmpty", message: "no" }],
  });
});

test("a 503 that calls the outcome unknown is believed", async () => {
  give(503, JSON.stringify({ responseStatus: { errorCode: "OutcomeUnknown", message: "May be done" } }));
  expect(await failureOf(charge())).toMatchObject({ outcome: "unknown", code: "OutcomeUnknown" });
});

test.each([
  [500, "unknown"],
  [502, "unknown"],
  [504, "unknown"],
  [408, "unknown"],
  [503, "not-sent"],
  [429, "not-sent"],
  [404, "refused"],
])("status %i without an error body: a write is %s", async (status, outcome) => {
  give(status, "<html>proxy</html>", { "Retry-After": "7" });
  const error = await failureOf(charge());
  expect(error).toBeInstanceOf(UnexpectedStatus);
  expect(error).toMatchObject({ outcome, status, retryAfterMs: 7000 });
});

test.each(["<html>sign in</html>", "{", '{"result":"yes"}', "", "null"])(
  "an answer outside the contract leaves a write unknown: %s",
  async (body) => {
    give(200, body);
    const error = await failureOf(charge());
    expect(error).toBeInstanceOf(UnreadableReply);
    expect(error.outcome).toBe("unknown");
  },
);

test("a redirect is no answer and is not followed", async () => {
  give(302, "", { Location: "/sign-in" });
  expect(await failureOf(charge())).toMatchObject({ outcome: "unknown" });
  expect(seen).toHaveLength(1);
});

test("a cut connection is unknown for a write, nothing otherwise", async () => {
  answer = (request) => request.socket.destroy();
  expect(await failureOf(charge())).toMatchObject({ name: "NetworkFailure", outcome: "unknown" });
  const read = await failureOf(callOperation("verifyDiagnosis", { code: "J06.9" }));
  expect(read).toMatchObject({ name: "NetworkFailure", outcome: "not-sent" });
  answer = (_request, reply) => {
    reply.writeHead(200, { "Content-Length": "100" }).write('{"result":');
    setTimeout(() => reply.destroy(), 20);
  };
  const cut = await failureOf(charge());
  expect(cut).toBeInstanceOf(NetworkFailure);
  expect(cut.outcome).toBe("unknown");
});

test("a late answer or hanging body times out as unknown", async () => {
  answer = () => undefined;
  const late = await failureOf(charge({ timeoutMs: 40 }));
  expect(late).toBeInstanceOf(TimedOut);
  expect(late.outcome).toBe("unknown");
  answer = (_request, reply) => void reply.writeHead(200).write('{"result"');
  expect(await failureOf(charge({ timeoutMs: 60 }))).toMatchObject({ name: "TimedOut", outcome: "unknown" });
});

test("what cannot be serialized was surely not sent", async () => {
  give(200, "{}");
  const encode = () => Promise.reject(new Error("The file cannot be read"));
  const error = await failureOf(callOperation("sendMessage", { email: {} }, { encode }));
  expect(error.outcome).toBe("not-sent");
  expect(seen).toHaveLength(0);
});

test("the caller's own abort comes back as it is", async () => {
  answer = () => undefined;
  const stop = new AbortController();
  const call = charge({ signal: stop.signal });
  setTimeout(() => stop.abort(new Error("enough")), 20);
  await expect(call).rejects.toThrow("enough");
});

test("a 200 with a flag is refused; a time-out unknown", async () => {
  const reply = {
    messageId: 0,
    badSessionKey: false,
    hasSessionKeyExpired: false,
    recipientNotSpecified: false,
    unauthorizedAccess: false,
    recipientInvalid: true,
    toFieldRequired: false,
    errorMessage: "No mailbox: x@y.example",
    hasError: true,
    hasRequestTimedOut: false,
  };
  give(200, JSON.stringify(reply));
  const refused = await failureOf(callOperation("sendMessage", { email: {} }));
  expect(refused).toMatchObject({
    outcome: "refused",
    code: "recipientInvalid",
    message: "No mailbox: x@y.example",
  });
  give(200, JSON.stringify({ ...reply, recipientInvalid: false, hasRequestTimedOut: true }));
  expect(await failureOf(callOperation("sendMessage", { email: {} }))).toMatchObject({ outcome: "unknown" });
});

test("messaging requests carry the session, and nothing else does", async () => {
  sessionBegins("casey", "key-1");
  give(200, JSON.stringify({ result: true }));
  await charge();
  expect(seen[0]?.body).not.toContain("key-1");
  give(500, "");
  await failureOf(callOperation("sendMessage", { email: {} }));
  expect(JSON.parse(seen[1]?.body ?? "")).toMatchObject({
    loggedInUser: "casey",
    sessionKey: "key-1",
    emailServiceType: "DirectMessage",
  });
});

test("a lost session is announced once, then the call repeats", async () => {
  sessionBegins("casey", "key-1");
  const refusal = JSON.stringify({
    responseStatus: { errorCode: "Unauthorized", message: "Not Authenticated" },
  });
  answer = (_request, reply) => {
    const isBack = sessionState().kind === "signed-in";
    reply.writeHead(isBack && seen.length > 2 ? 200 : 401).end(isBack ? '{"result":true}' : refusal);
  };
  give(401, refusal);
  const calls = [charge(), charge()];
  await expect.poll(() => sessionState()).toEqual({ kind: "lost", userName: "casey" });
  await expect.poll(() => seen.length).toBe(2);
  give(200, '{"result":true}');
  sessionBegins("casey", "key-2");
  expect(await Promise.all(calls)).toEqual([{ result: true }, { result: true }]);
  expect(seen).toHaveLength(4);
});

test("a refusal after the user's return ignores the new session", async () => {
  sessionBegins("casey", "key-1");
  const refusal = JSON.stringify({ responseStatus: { errorCode: "Unauthorized", message: "" } });
  let refuseLate = () => {};
  answer = (_request, reply) => {
    if (seen.length === 1) refuseLate = () => reply.writeHead(401).end(refusal);
    else reply.writeHead(401).end(refusal);
  };
  const late = charge();
  await expect.poll(() => seen.length).toBe(1);
  const early = charge();
  await expect.poll(() => sessionState().kind).toBe("lost");
  give(200, '{"result":true}');
  sessionBegins("casey", "key-2");
  expect(await early).toEqual({ result: true });
  refuseLate();
  expect(await late).toEqual({ result: true });
  expect(sessionState()).toEqual({ kind: "signed-in", userName: "casey" });
  expect(seen).toHaveLength(4);
});

test("a refused call is not sent for another user", async () => {
  sessionBegins("casey", "key-1");
  give(401, JSON.stringify({ responseStatus: { errorCode: "Unauthorized", message: "" } }));
  const call = failureOf(charge());
  await expect.poll(() => sessionState().kind).toBe("lost");
  sessionBegins("robin", "key-2");
  expect(await call).toMatchObject({ status: 401 });
  expect(seen).toHaveLength(1);
});

test("a session over here stays silent until its user returns", async () => {
  sessionBegins("casey", "k1");
  sessionIsLost();
  give(200, JSON.stringify({ result: true }));
  expect(await failureOf(charge({ whenSessionLost: "fail" }))).toMatchObject({
    status: 401,
    outcome: "not-sent",
  });
  const waiting = charge();
  const given = new AbortController();
  const abandoned = charge({ signal: given.signal });
  given.abort(new Error("left the page"));
  await expect(abandoned).rejects.toThrow("left the page");
  expect(seen).toHaveLength(0);
  sessionBegins("casey", "k2");
  expect(await waiting).toEqual({ result: true });
  expect(seen).toHaveLength(1);
});

test("requests made while nobody is there say so to extensions", async () => {
  give(200, JSON.stringify({ changeNumber: 1, visits: [], isTooOld: false }));
  const isBackground = async () => {
    await callOperation("listChanges", {});
    return seen.at(-1)?.headers["x-background"] !== undefined;
  };
  vi.useFakeTimers({ toFake: ["Date"] });
  noteSignOfPerson();
  const plain = serviceConfig();
  const ours = { ...plain, extensions: ["listChanges" as const] };
  setServiceConfig(ours);
  expect(await isBackground()).toBe(false);
  vi.setSystemTime(Date.now() + 61_000);
  expect(await isBackground()).toBe(true);
  setServiceConfig(plain);
  expect(await isBackground()).toBe(false);
  setServiceConfig(ours);
  noteSignOfPerson();
  expect(await isBackground()).toBe(false);
  vi.useRealTimers();
});

test("an endless error page is read only to its limit", async () => {
  answer = (_request, reply) => {
    reply.writeHead(500);
    const pour = () => {
      if (!reply.destroyed) reply.write("x".repeat(65_536), () => setImmediate(pour));
    };
    pour();
  };
  expect(await failureOf(charge({ timeoutMs: 5000 }))).toMatchObject({
    name: "UnexpectedStatus",
    outcome: "unknown",
  });
});

test("an unknown outcome is never told as a failure", async () => {
  answer = (request) => request.socket.destroy();
  const words = describeFailure(await failureOf(charge()));
  expect(words.detail).toBe("The visit may or may not have been charged.");
});

test("an unavailable service is announced once, with its retry time", async () => {
  const told = (errorCode: string, message: string) =>
    JSON.stringify({ responseStatus: { errorCode, message } });
  const retry = { "retry-after": "7" };
  give(
    429,
    told("TooManyRequests", "This was asked for too often. Nothing was done; try again in 7 seconds."),
    retry,
  );
  expect(describeFailure(await failureOf(charge()))).toMatchObject({
    title: "Too many requests in a short time",
    detail: "Nothing was charged.",
    advice: "Try again in 7 seconds.",
  });
  give(
    503,
    told("ServiceUnavailable", "The server cannot use its database. Try again in a few seconds."),
    retry,
  );
  expect(describeFailure(await failureOf(charge()))).toMatchObject({
    title: "The service is unavailable right now",
    detail: "Nothing was charged.",
    advice: "Try again in 7 seconds.",
  });
  give(503, told("Maintenance", "Down for maintenance until 6 PM."));
  expect(describeFailure(await failureOf(charge())).detail).toBe(
    "Down for maintenance until 6 PM. Nothing was charged.",
  );
});

test("an absent or strange configuration takes the careful defaults", () => {
  expect(parseConfig("<html>")).toEqual(defaultConfig);
  expect(parseConfig('{"repeatedEvents":"sure","extensions":["GetMessageRequest","X"]}')).toMatchObject({
    repeatedEvents: "unknown",
    extensions: ["getMessage"],
  });
});
