import { describe, expect, test, vi } from "vitest";
import type { OperationKey } from "#room/contract/registry.ts";
import { rightsOf, type Role } from "#room/contract/rights.ts";
import { samples } from "#room/contract/samples.ts";
import type { HandlerContext } from "#room/server/handler.ts";
import type { LookUp, SessionInfo } from "#room/server/sessions/sessions.ts";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import { checkProof, checkRight, refusedFor } from "./needed-right.ts";

const now = Date.parse("2026-11-02T09:15:00Z");

function sessionOf(role: Role, changes: Partial<SessionInfo> = {}): SessionInfo {
  const user = { userId: 7, userName: "robin", role, practices: [], idHash: "h", expiresAt: now + 1 };
  return { ...user, rights: rightsOf(role, []), provedAt: now, ...changes };
}

const codeOf = (check: () => void) => {
  try {
    check();
    return "";
  } catch (error) {
    return Reflect.get(Object(error), "errorCode") as unknown;
  }
};

test("a proof holds for ten minutes, whichever way clocks go", () => {
  const tenMinutes = 600_000;
  const after = (provedAt: number | undefined, key: OperationKey = "addKey") =>
    codeOf(() => checkProof(key, sessionOf("administrator", { provedAt }), now));
  for (const distance of [0, tenMinutes - 1, 1 - tenMinutes]) expect(after(now - distance)).toBe("");
  for (const distance of [tenMinutes, -tenMinutes]) expect(after(now - distance)).toBe("ProveAgain");
  expect(after(undefined)).toBe("ProveAgain");
  expect(after(undefined, "listKeys")).toBe("");
});

test("who must set up a factor does nothing else", () => {
  const check = (key: OperationKey, mustSetUpFactor: boolean) =>
    codeOf(() => checkProof(key, sessionOf("administrator", { mustSetUpFactor }), now));
  expect(check("listVisits", true)).toBe("SecondFactorSetUpNeeded");
  expect(check("addFactor", true)).toBe("");
  expect(check("listVisits", false)).toBe("");
});

test("a key needs its operation and the right to it", () => {
  const key = (operations: OperationKey[], role: Role = "clerk") =>
    sessionOf(role, { key: { keyId: 1, operations: new Set(operations) } });
  expect(codeOf(() => checkRight("listVisits", key(["listVisits"])))).toBe("");
  expect(codeOf(() => checkRight("listVisits", key(["chargeVisit"])))).toBe("KeyNotAllowed");
  expect(codeOf(() => checkRight("closeVisit", key(["closeVisit"])))).toBe("Forbidden");
  expect(() => checkRight("correctVisit", key([]))).toThrow(/^No key may call CorrectVisitRequest/);
  expect(() => checkRight("getVisit", key([]))).toThrow(/This key may not call GetVisitRequest/);
  expect(() => checkRight("closeVisit", key(["closeVisit"]))).toThrow(/this key does not have/);
  expect(() => checkRight("closeVisit", sessionOf("clerk"))).toThrow(/your role \(clerk\) does not have/);
  expect(codeOf(() => checkRight("closeVisit", sessionOf("lead")))).toBe("");
});

test("some operations need no right", () => {
  const refused = (key: OperationKey) => codeOf(() => checkRight(key, sessionOf("auditor")));
  const keys: OperationKey[] = ["getAccount", "authenticate", "getHealth", "listVisits"];
  expect(keys.map(refused)).toEqual(["", "", "", "Forbidden"]);
});

describe("of what depends on the request", () => {
  const log = { error: vi.fn() };
  /** As asked by somebody whose session is looked up with this outcome. */
  async function refused(key: OperationKey, found: LookUp | Error, more: object = {}, session?: SessionInfo) {
    const lookUp = vi.fn(async () => {
      if (found instanceof Error) throw found;
      return found;
    });
    const context = { session, sessions: { lookUp }, log } as unknown as HandlerContext;
    const answer = await refusedFor(key, { ...samples[key], ...more } as never, context);
    return { answer: answer as Record<string, unknown> | undefined, asked: lookUp.mock.calls };
  }
  const live = (session: SessionInfo) => ({ state: "live", user: session }) as const;

  test("who gives a visit to another needs a further right", async () => {
    const give = (role: Role, takenBy: string) =>
      refused("takeVisit", live(sessionOf(role)), { takenBy }, sessionOf(role));
    await expect(give("clerk", "casey")).rejects.toThrow(/assign-visits.*your role \(clerk\)/);
    expect(await give("clerk", "robin")).toEqual({ answer: undefined, asked: [] });
    expect(await give("lead", "casey")).toEqual({ answer: undefined, asked: [] });
    expect((await refused("getVisit", live(sessionOf("clerk")), {}, sessionOf("clerk"))).asked).toEqual([]);
  });

  test("a letter's sender needs the right to messages", async () => {
    const request = { sessionKey: "the key" };
    const of = async (session: SessionInfo) => refused("sendMessage", live(session), request);
    expect(await of(sessionOf("clerk"))).toEqual({
      answer: undefined,
      asked: [["the key", { isUse: false }]],
    });
    const auditor = (await of(sessionOf("auditor"))).answer;
    expect(auditor).toMatchObject({ unauthorizedAccess: true });
    expect(JSON.stringify(auditor)).toContain("your role (auditor)");
    const bare = (await of(sessionOf("clerk", { mustSetUpFactor: true }))).answer;
    expect(bare).toMatchObject({ unauthorizedAccess: true });
    expect(JSON.stringify(bare)).toContain("second factor");
    // Both are for the operation itself to tell.
    for (const state of ["expired", "unknown"] as const)
      expect((await refused("sendMessage", { state }, request)).answer).toBe(undefined);
    expect((await refused("sendMessage", { state: "unknown" }, { sessionKey: 7 })).asked).toEqual([
      [undefined, { isUse: false }],
    ]);
    expect(await refused("listVisits", live(sessionOf("auditor")))).toEqual({ answer: undefined, asked: [] });
  });

  test("a letter is refused while sessions cannot be read", async () => {
    const away = new StoreUnavailable("the database took too long");
    const { answer } = await refused("sendMessage", away);
    expect(answer).toMatchObject({ messageId: 0, hasError: true, badSessionKey: false });
    expect((await refused("getMessage", away)).answer).toMatchObject({ serverError: true });
    expect(JSON.stringify(answer)).toContain("cannot use its database");
    expect(log.error).toHaveBeenCalledTimes(2);
    await expect(refused("sendMessage", new Error("A fault of ours"))).rejects.toThrow("A fault of ours");
  });
});
