import { expect, test, vi } from "vitest";
import { callOperation } from "./call-operation.ts";
import { noteSignOfPerson } from "./person-signs.ts";
import { serviceConfig, setServiceConfig } from "./service-config.ts";
import { sessionBegins, sessionIsLost, sessionState } from "./session-state.ts";
import { give, charge, seen, failureOf, service, serviceOfEach } from "./test-service.ts";

serviceOfEach();

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
  service.answer = (_request, reply) => {
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
  service.answer = (_request, reply) => {
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
