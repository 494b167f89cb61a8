import { expect, test } from "vitest";
import { callOperation } from "./call-operation.ts";
import { describeFailure } from "./describe-failure.ts";
import { defaultConfig } from "./config-members.ts";
import { parseConfig } from "./parse-config.ts";
import { service, failureOf, charge, give, serviceOfEach } from "./test-service.ts";

serviceOfEach();

test("an endless error page is read only to its limit", async () => {
  service.answer = (_request, reply) => {
    reply.writeHead(500);
    const pour = () => {
      if (!reply.destroyed) reply.write("x".repeat(65_536), () => setImmediate(pour));
    };
    pour();
  };
  expect(await failureOf(charge({ timeoutMs: 30_000 }))).toMatchObject({
    name: "UnexpectedStatus",
    outcome: "unknown",
  });
});

test("an unknown outcome is never reported as a failure", async () => {
  service.answer = (request) => request.socket.destroy();
  const words = describeFailure(await failureOf(charge()));
  expect(words.detail).toBe("The visit may or may not have been charged.");
});

test("a change without an answer may have been made", async () => {
  service.answer = (request) => request.socket.destroy();
  const close = callOperation("closeVisit", { visitId: "0".repeat(31) + "1", reason: "Paper" });
  const words = describeFailure(await failureOf(close));
  expect(words.detail).toBe("It may or may not have been done.");
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
  give(409, told("EventIdReused", "It was accepted before, with other content. Nothing was charged now."));
  expect(describeFailure(await failureOf(charge()))).toMatchObject({
    title: "It was accepted before, with other content. Nothing was charged now.",
    detail: "",
  });
});

test("an absent or strange configuration takes the careful defaults", () => {
  expect(parseConfig("<html>")).toEqual(defaultConfig);
  expect(parseConfig('{"repeatedEvents":"sure","extensions":["GetMessageRequest","X"]}')).toMatchObject({
    repeatedEvents: "unknown",
    extensions: ["getMessage"],
  });
});

test("a copied configuration does not say who is signed out", () => {
  expect(parseConfig('{"signedOut":true}').signedOut).toBe(true);
  expect(parseConfig('{"signedOut":true,"apiBase":"https://api.clinic.example/"}')).toMatchObject({
    signedOut: false,
    apiBase: "https://api.clinic.example",
  });
});
