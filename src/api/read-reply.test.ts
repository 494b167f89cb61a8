import { describe, expect, it } from "vitest";
import { UnreadableReply } from "./failures.ts";
import { readReply } from "./read-reply.ts";

const summary = (messageId: number) => ({
  messageId,
  subject: `Befund für Frau Çelik 😀 ${messageId}`,
  from: "Lab Results <lab@direct.clinic.example>",
  dateReceived: "2026-11-20T09:15:00.0000000",
  messageSize: 4000,
  hasAttachments: false,
});
const flags = {
  hasSessionKeyExpired: false,
  badSessionKey: false,
  unauthorizedAccess: false,
  folderNotFound: false,
  serverError: false,
  hasError: false,
  hasRequestTimedOut: false,
};
const summaries = Array.from({ length: 2000 }, (_, at) => summary(2000 - at));

const answerOf = (text: string) => new Response(text, { headers: { "Content-Type": "application/json" } });

const read = (answer: Response) => readReply("listMessageSummaries", answer);

async function issuesOf(text: string) {
  const error: unknown = await read(answerOf(text)).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnreadableReply);
  return error instanceof UnreadableReply ? error.issues : [];
}

describe("an answer that reports a fault", () => {
  const refusalOf = (key: "listMessageSummaries" | "sendMessage" | "getMessage", json: unknown) =>
    readReply(key, answerOf(JSON.stringify(json))).then(
      () => undefined,
      (error: unknown) => error,
    );

  it.each([
    [{ badSessionKey: true }, "badSessionKey"],
    [{ ...flags, folderNotFound: true, hasError: true, errorMessage: "No inbox" }, "folderNotFound"],
    [{ summaries: null, hasError: true, errorMessage: "It failed" }, "other"],
    [{ errorMessage: "It failed" }, "other"],
  ])("is read by its flag, whatever else is missing: %j", async (json, code) => {
    const error = await refusalOf("listMessageSummaries", json);
    expect(error).toMatchObject({ name: "OperationRefused", code, outcome: "refused" });
  });

  it("refuses a message by its flag; a time-out is unknown", async () => {
    expect(await refusalOf("sendMessage", { recipientInvalid: true })).toMatchObject({
      code: "recipientInvalid",
      outcome: "refused",
    });
    expect(await refusalOf("sendMessage", { hasRequestTimedOut: true })).toMatchObject({
      outcome: "unknown",
    });
    expect(await refusalOf("getMessage", { messageNotFound: true })).toMatchObject({
      code: "messageNotFound",
    });
  });

  it.each([
    [{ responseStatus: { errorCode: "NotEmpty", message: "No" } }, "NotEmpty", "refused"],
    [{ ResponseStatus: { ErrorCode: "NotEmpty", Message: "No" }, Result: false }, "NotEmpty", "refused"],
    [{ result: true, responseStatus: { errorCode: "Timeout" } }, "Timeout", "unknown"],
  ])("is a refusal though its status is 200: %j", async (json, code, outcome) => {
    const error = await readReply("chargeVisit", answerOf(JSON.stringify(json))).catch((why: unknown) => why);
    expect(error).toMatchObject({ name: "OperationRefused", code, outcome, status: 200 });
  });

  it("cannot be read unless it is whole or a fault", async () => {
    for (const json of [{}, [], null, 1, { badSessionKey: "true" }, { hasError: 1 }])
      expect(await refusalOf("sendMessage", json)).toBeInstanceOf(UnreadableReply);
  });
});

describe("an answer of another service", () => {
  it("is read in the names of its classes", async () => {
    expect(await readReply("chargeVisit", answerOf('{"Result":true}'))).toEqual({ result: true });
    const session = '{"SessionId":"k","UserName":"Casey","ResponseStatus":{}}';
    expect(await readReply("authenticate", answerOf(session))).toMatchObject({
      sessionId: "k",
      userName: "Casey",
    });
    const code = '{"IsValid":true,"Code":{"Code":"J06.9","IsChargeable":true}}';
    const read = { isValid: true, code: { code: "J06.9", isChargeable: true } };
    expect(await readReply("verifyDiagnosis", answerOf(code))).toEqual(read);
  });

  it.each([
    [{ hasError: false }, 0],
    [{ ...flags, summaries: null, badSessionKey: null }, 0],
    [{ HasError: false, Summaries: [{ MessageId: 1, MessageSize: 2, HasAttachments: true }] }, 1],
  ])("may leave out or null its empty lists: %j", async (json, count) => {
    const reply = await read(answerOf(JSON.stringify(json)));
    expect(reply).toMatchObject({ hasError: false, badSessionKey: false });
    expect(reply.summaries).toHaveLength(count);
  });
});

describe("a long list of summaries", () => {
  it("is refused for one bad record, at its place", async () => {
    for (const at of [0, 900, 1999]) {
      const list = summaries.with(at, { ...summary(1), dateReceived: "yesterday" });
      const issues = await issuesOf(JSON.stringify({ ...flags, summaries: list }));
      expect(issues).toMatchObject([{ path: ["summaries", at, "dateReceived"], code: "InvalidDate" }]);
    }
  });

  it("is refused for trailing text", async () => {
    expect(await issuesOf(JSON.stringify({ ...flags, summaries, hasError: 1 }))).toMatchObject([
      { path: ["hasError"] },
    ]);
    await issuesOf(`${JSON.stringify({ ...flags, summaries })}<html>`);
    const fault = { summaries, ...flags, badSessionKey: true, hasError: true, errorMessage: "Sign in." };
    await expect(read(answerOf(JSON.stringify(fault)))).rejects.toMatchObject({ code: "badSessionKey" });
  });

  it("is nothing when its connection is cut", async () => {
    const text = JSON.stringify({ ...flags, summaries });
    const cut = new ReadableStream({ pull: (one) => one.error(new TypeError("network error")) });
    await expect(read(new Response(cut))).rejects.toThrow("network error");
    await issuesOf(text.slice(0, 200_000));
    await issuesOf("");
  });
});

it("accepts an answer that omits false members", async () => {
  const page = { summaries: [summary(1)] };
  await expect(read(answerOf(JSON.stringify(page)))).resolves.toMatchObject({ ...flags, ...page });
  expect(await issuesOf("{}")).toMatchObject([{ path: ["summaries"] }]);
});
