import { expect, test } from "vitest";
import { callOperation } from "./call-operation.ts";
import { NetworkFailure, OperationRefused, TimedOut, UnexpectedStatus, UnreadableReply } from "./failures.ts";
import { give, failureOf, charge, seen, service, serviceOfEach } from "./test-service.ts";

serviceOfEach();

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
  service.answer = (request) => request.socket.destroy();
  expect(await failureOf(charge())).toMatchObject({ name: "NetworkFailure", outcome: "unknown" });
  const read = await failureOf(callOperation("verifyDiagnosis", { code: "J06.9" }));
  expect(read).toMatchObject({ name: "NetworkFailure", outcome: "not-sent" });
  service.answer = (_request, reply) => {
    reply.writeHead(200, { "Content-Length": "100" }).write('{"result":');
    setTimeout(() => reply.destroy(), 20);
  };
  const cut = await failureOf(charge());
  expect(cut).toBeInstanceOf(NetworkFailure);
  expect(cut.outcome).toBe("unknown");
});

test("a late answer or hanging body times out as unknown", async () => {
  service.answer = () => undefined;
  const late = await failureOf(charge({ timeoutMs: 40 }));
  expect(late).toBeInstanceOf(TimedOut);
  expect(late.outcome).toBe("unknown");
  service.answer = (_request, reply) => void reply.writeHead(200).write('{"result"');
  expect(await failureOf(charge({ timeoutMs: 60 }))).toMatchObject({ name: "TimedOut", outcome: "unknown" });
});

test("a request that cannot be serialized was certainly not sent", async () => {
  give(200, "{}");
  const encode = () => Promise.reject(new Error("The file cannot be read"));
  const error = await failureOf(callOperation("sendMessage", { email: {} }, { encode }));
  expect(error.outcome).toBe("not-sent");
  expect(seen).toHaveLength(0);
});

test("the caller's own abort is rethrown unchanged", async () => {
  service.answer = () => undefined;
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
