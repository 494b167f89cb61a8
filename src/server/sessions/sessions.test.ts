import { expect, test, vi } from "vitest";
import type { Settings } from "#room/server/settings.ts";
import type { SessionRecord } from "#room/server/store/session-repository.ts";
import type { Store } from "#room/server/store/store.ts";
import { createSessions, hashOfSessionId, liveSessionsOf } from "./sessions.ts";

const [minute, day] = [60_000, 86_400_000];
const start = Date.parse("2026-11-02T09:00:00Z");

const settings = {
  openIdProviders: ["Clinic"],
  secondFactorRoles: ["lead"],
  sessionHours: 12,
  sessionIdleMinutes: 30,
  rememberMeDays: 14,
  rememberMeIdleDays: 3,
  endedSessionDays: 30,
} as unknown as Settings;

const fresh: SessionRecord = {
  idHash: hashOfSessionId("id"),
  userId: 7,
  userName: "robin",
  userDisabled: false,
  role: "clerk",
  rights: [],
  practices: ["p"],
  createdAt: start,
  lastSeenAt: start,
  expiresAt: start + 12 * 60 * minute,
  endedAt: undefined,
  endReason: undefined,
  remember: false,
  remoteAddress: "::1",
  browser: "",
  provedAt: start,
  beganBy: "credentials",
  hasFactor: false,
};

/** Sessions of which the store has one, some minutes after it was last used. */
function sessionsOf(changes: Partial<SessionRecord> = {}, minutes = 0, more: Partial<Settings> = {}) {
  const record = { ...fresh, ...changes };
  const store = {
    find: vi.fn(async (idHash: string) => (idHash === record.idHash ? record : undefined)),
    touch: vi.fn(async () => undefined),
    end: vi.fn(async () => true),
    add: vi.fn(async () => undefined),
    endExpired: vi.fn(async () => undefined),
    forgetBefore: vi.fn(async () => undefined),
    countLive: vi.fn(async () => new Map()),
    listOf: vi.fn(async () => [record]),
  };
  const at = start + minutes * minute;
  const parts = {
    store: { sessions: store } as unknown as Pick<Store, "sessions">,
    settings: { ...settings, ...more },
    now: () => new Date(at),
  };
  const sessions = createSessions(parts);
  const state = async () => (await sessions.lookUp("id")).state;
  const user = async () => {
    const found = await sessions.lookUp("id");
    return found.state === "live" ? found.user : undefined;
  };
  return { parts, sessions, store, at, state, user };
}

test("what is no id of ours is not looked up", async () => {
  const { sessions, store } = sessionsOf();
  for (const id of ["", undefined, null, "x".repeat(201)])
    expect(await sessions.lookUp(id)).toEqual({ state: "unknown" });
  expect(store.find).not.toHaveBeenCalled();
  expect(await sessions.lookUp("x".repeat(200))).toEqual({ state: "unknown" });
  expect(store.find).toHaveBeenCalledOnce();
});

test.each([
  ["live", {}, 30 - 1 / minute],
  ["expired", {}, 30],
  ["live", { expiresAt: start + 10 * minute }, 10 - 1 / minute],
  ["expired", { expiresAt: start + 10 * minute }, 10],
  ["live", {}, -5],
  ["expired", {}, -5 - 1 / minute],
  ["expired", { userDisabled: true }, 0],
  ["expired", { endedAt: start }, 0],
  ["live", { remember: true, expiresAt: start + 9 * day }, 3 * 24 * 60 - 1 / minute],
  ["expired", { remember: true, expiresAt: start + 9 * day }, 3 * 24 * 60],
  ["expired", { endedAt: start }, 30 * 24 * 60],
  ["unknown", { endedAt: start }, 30 * 24 * 60 + 1 / minute],
] as const)("it is %s with %o after %d minutes", async (state, changes, minutes) => {
  expect(await sessionsOf(changes, minutes).state()).toBe(state);
});

test.each([
  [{}, 40, start + 30 * minute],
  [{ expiresAt: start + 10 * minute }, 40, start + 10 * minute],
  [{ userDisabled: true }, 7, start + 7 * minute],
])("with %o its end is written down as it was", async (changes, minutes, endedAt) => {
  const { state, store } = sessionsOf(changes, minutes);
  expect(await state()).toBe("expired");
  expect(store.end).toHaveBeenCalledExactlyOnceWith(fresh.idHash, endedAt, "expired");
  const ended = sessionsOf({ endedAt: start }, minutes);
  await ended.state();
  expect(ended.store.end).not.toHaveBeenCalled();
});

test("its use is noted once a minute", async () => {
  const notes = async (minutes: number, sessionIdleMinutes = 30, use?: { isUse: boolean }) => {
    const { sessions, store, at } = sessionsOf({}, minutes, { sessionIdleMinutes });
    await sessions.lookUp("id", use);
    if (store.touch.mock.calls.length > 0) expect(store.touch).toHaveBeenCalledWith(fresh.idHash, at);
    return store.touch.mock.calls.length;
  };
  expect([await notes(1 - 1 / minute), await notes(1), await notes(1, 30, { isUse: false })]).toEqual([
    0, 1, 0,
  ]);
  expect([await notes(0.5 - 1 / minute, 5), await notes(0.5, 5)]).toEqual([0, 1]);
  const { store, state } = sessionsOf({}, 2);
  store.touch.mockRejectedValue(new Error("The disk is full"));
  expect(await state()).toBe("live");
});

test("it says who it is, and what they may", async () => {
  expect(await sessionsOf({ rights: ["import-codes"] }).user()).toEqual({
    userId: 7,
    userName: "robin",
    role: "clerk",
    practices: ["p"],
    idHash: fresh.idHash,
    expiresAt: fresh.expiresAt,
    provedAt: start,
    beganBy: "credentials",
    mustSetUpFactor: false,
    // Codes are of all practices.
    rights: new Set(["visits", "messages", "codes"]),
  });
  const everywhere = await sessionsOf({ rights: ["import-codes"], practices: [] }).user();
  expect(everywhere?.rights).toEqual(new Set(["visits", "messages", "codes", "import-codes"]));
});

test("some roles must set up a second factor", async () => {
  const must = async (changes: Partial<SessionRecord>) => (await sessionsOf(changes).user())?.mustSetUpFactor;
  expect(await must({ role: "lead" })).toBe(true);
  expect(await must({ role: "lead", beganBy: undefined })).toBe(true);
  expect(await must({ role: "lead", hasFactor: true })).toBe(false);
  expect(await must({ role: "lead", beganBy: "CLINIC" })).toBe(false);
  expect(await must({ role: "administrator" })).toBe(false);
});

test("it lasts half a day, or a remembered fortnight", async () => {
  const about = { userId: 7, remoteAddress: "::1", browser: "Firefox", beganBy: "passkey" };
  const begun = async (remember: boolean, rememberMeDays = 14) => {
    const { sessions, store } = sessionsOf({}, 0, { rememberMeDays });
    const { sessionId, seconds, idHash } = await sessions.start({ ...about, remember });
    expect(hashOfSessionId(sessionId)).toBe(idHash);
    expect(sessionId).toMatch(/^[\w-]{32}$/);
    const [[added]] = store.add.mock.calls as unknown as [[{ expiresAt: number; remember: boolean }]];
    expect(added).toMatchObject({ ...about, idHash, createdAt: start, provedAt: start });
    return { seconds, lasts: added.expiresAt - start, remember: added.remember };
  };
  const short = { seconds: undefined, lasts: day / 2, remember: false };
  expect(await begun(false)).toEqual(short);
  expect(await begun(true)).toEqual({ seconds: (14 * day) / 1000, lasts: 14 * day, remember: true });
  expect(await begun(true, 0)).toEqual(short);
});

test("what is over is forgotten after thirty days", async () => {
  const { sessions, store } = sessionsOf();
  const live = { now: start, latest: start + 5 * minute, idleMs: 30 * minute, rememberedIdleMs: 3 * day };
  await sessions.sweep();
  expect(store.endExpired).toHaveBeenCalledWith(live);
  expect(store.forgetBefore).toHaveBeenCalledWith(start - 30 * day);
  await sessions.countLive();
  expect(store.countLive).toHaveBeenCalledWith(live);
  await sessions.end("id", "signed out");
  expect(store.end).toHaveBeenLastCalledWith(fresh.idHash, start, "signed out");
});

test("a list of sessions has only live ones", async () => {
  const count = async (minutes: number, changes: Partial<SessionRecord> = {}) =>
    (await liveSessionsOf(7, sessionsOf(changes, minutes).parts)).length;
  expect([await count(0), await count(30 - 1 / minute), await count(30)]).toEqual([1, 1, 0]);
  const expiresAt = start + 10 * minute;
  expect([await count(10 - 1 / minute, { expiresAt }), await count(10, { expiresAt })]).toEqual([1, 0]);
  // After the clock was set back.
  expect([await count(-5), await count(-6)]).toEqual([1, 0]);
});
