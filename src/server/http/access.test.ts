import type { FastifyRequest } from "fastify";
import { describe, expect, test, vi } from "vitest";
import type { Keyring } from "#room/server/keys/keyring.ts";
import type { LookUp, SessionInfo, Sessions } from "#room/server/sessions/sessions.ts";
import { readSettings } from "#room/server/settings.ts";
import { type Access, accessOf, admit } from "./access.ts";

const settings = readSettings({ PUBLIC_URL: "http://console.example" });
const robin = { userName: "robin" } as SessionInfo; // as the look-up gives it back
const [evil, key] = ["https://evil.example", "vckey_x"];

/** A request with these headers, while a look-up has this outcome. */
async function ask(headers: object, found: LookUp, access: Access = "session", isUse?: boolean) {
  const lookUp = vi.fn(async () => found);
  const keys = { admit: async (secret: string, from: string) => ({ userName: `${secret} from ${from}` }) };
  const socket = { remoteAddress: "192.0.2.1" };
  // What is read of each.
  const request = { headers, protocol: "http", host: "console.example", socket } as unknown as FastifyRequest;
  const parts = { sessions: { lookUp } as unknown as Sessions, keys: keys as unknown as Keyring, settings };
  const how = isUse === undefined ? { access } : { access, isUse };
  const answer = await admit(request, how, parts).catch((error: Error) => error.message);
  return [typeof answer === "object" ? answer.userName : answer, ...lookUp.mock.calls.flat()];
}

const live = { state: "live", user: robin } as const;
const [expired, unknown] = [{ state: "expired" }, { state: "unknown" }] as const;
const [used, unused] = [{ isUse: true }, { isUse: false }];
const foreign = "The request comes from another site, which may not call this one.";

describe("who asks", () => {
  test.each([
    [{}, live, "session", ["Not Authenticated"]],
    [{ "x-ss-id": "id" }, live, "session", ["robin", "id", used]],
    [{ "x-ss-id": "id" }, expired, "session", ["The session has ended. Sign in again.", "id", used]],
    [{ "x-ss-id": "id" }, unknown, "session", ["Not Authenticated", "id", used]],
    // No page of another origin knows an id; a cookie comes along by itself.
    [{ "x-ss-id": "id", origin: evil }, live, "session", ["robin", "id", used]],
    [{ cookie: "ss-id=id", origin: evil }, live, "session", [foreign]],
    [{ cookie: "ss-id=id" }, live, "session", ["robin", "id", used]],
    [{ cookie: "a; ss-id = id ; b=1", "x-ss-id": "" }, live, "session", ["robin", "id", used]],
    [{ cookie: "ss-id=" }, live, "session", ["Not Authenticated"]],
    [{ authorization: "bearer   id" }, live, "session", ["robin", "id", used]],
    [{ authorization: "Bearer id x" }, live, "session", ["Not Authenticated"]],
    [{ authorization: "x Bearer id" }, live, "session", ["Not Authenticated"]],
    [{ authorization: "Basic eDp5" }, live, "session", ["Not Authenticated"]],
    [{ "x-ss-id": "id", "x-background": "1" }, live, "session", ["robin", "id", unused]],
    [{ "x-ss-id": key }, live, "session", [`${key} from 192.0.2.1`]],
    [{ "x-ss-id": key }, live, "open", [`${key} from 192.0.2.1`]],
    [{ cookie: `ss-id=${key}` }, live, "session", [expect.stringContaining("never accepted from a cookie")]],
    [{ "x-ss-id": "id" }, live, "own", [undefined]],
    [{}, unknown, "open", [undefined]],
    [{ "x-ss-id": "id" }, expired, "open", [undefined, "id", used]],
    [{ "x-ss-id": "id" }, live, "open", ["robin", "id", used]],
    [{ origin: evil, "x-ss-id": "id" }, unknown, "open", [foreign, "id", used]],
  ] as const)("with %o is %o where access is %s", async (headers, found, access, answer) => {
    expect(await ask(headers, found, access)).toEqual(answer);
  });

  test("is no use of a session where nobody acts", async () => {
    expect(await ask({ "x-ss-id": "id" }, live, "session", false)).toEqual(["robin", "id", unused]);
  });
});

test("what is open is so by its setting alone", () => {
  const open = readSettings({ OPEN_AUTO_CHARGE: "yes" });
  const opened = { openedBy: "openAutoCharge" } as const;
  expect([accessOf("chargeVisit", opened, open), accessOf("chargeVisit", opened, settings)]).toEqual([
    "open",
    "session",
  ]);
  expect(accessOf("chargeVisit", {}, open)).toBe("session");
  expect([accessOf("authenticate", opened, open), accessOf("sendMessage", opened, open)]).toEqual([
    "own",
    "own",
  ]);
});
