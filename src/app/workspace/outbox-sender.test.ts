import { expect, test } from "vitest";
import { sessionBegins, sessionIsLost } from "#room/api/session-state.ts";
import { give, serviceOfEach } from "#room/api/test-service.ts";
import { outboxSender } from "./outbox-sender.ts";

serviceOfEach();

const visitId = "5".repeat(32);
const now = () => outboxSender.visitsNow?.([visitId]);
const send = () =>
  outboxSender.sendVisit({ eventId: "e", text: '{"audit":{}}' }, new AbortController().signal);

test("visits wait where the service can't say how they stand", async () => {
  sessionBegins("casey", "k1");
  give(503, "");
  expect(await now()).toBeUndefined();
});

test("after the session's end visits wait for a sign-in", async () => {
  sessionBegins("casey", "k1");
  give(401, JSON.stringify({ responseStatus: { errorCode: "Unauthorized", message: "" } }));
  expect(await now()).toEqual([]);
  sessionBegins("casey", "k2");
  sessionIsLost();
  expect(await now()).toEqual([]);
  expect(await send()).toEqual({ kind: "no-session" });
});
