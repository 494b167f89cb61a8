import { expect, it } from "vitest";
import { describeOnBothEngines, type TestStores } from "#room/server/store/test-stores.ts";
import { createSessions, hashOfSessionId } from "#room/server/sessions/sessions.ts";
import { findRefusal } from "#room/server/test-refusal.ts";
import { passwordOfCasey, startTestServer, type TestServer } from "#room/server/test-server.ts";

/** Two servers on one database, stopped afterwards. */
async function withTwo(
  stores: TestStores,
  options: { isEmpty?: boolean },
  work: (one: TestServer, other: TestServer) => Promise<void>,
): Promise<void> {
  const databaseUrl = await stores.fresh();
  const one = await startTestServer({}, { databaseUrl, ...options });
  const other = await startTestServer({}, { databaseUrl, ...options });
  try {
    await work(one, other);
  } finally {
    await one.stop();
    await other.stop();
  }
}

describeOnBothEngines("two processes", (stores) => {
  it("know at once who was signed out, disabled or limited", () =>
    withTwo(stores, {}, async (one, other) => {
      const key = await one.signIn("robin");
      const list = async () => (await other.post("/api/ListVisitsRequest", {}, { "x-ss-id": key })).status;
      expect(await list()).toBe(200);
      await one.store.users.change("robin", { role: "auditor" });
      expect(await list()).toBe(403);
      await one.store.users.change("robin", { role: "lead" });
      expect(await list()).toBe(200);
      await one.store.users.change("robin", { disabled: true });
      expect(await list()).toBe(401);
    }));

  it(
    "know at once which of many waiting sessions ended",
    () =>
      withTwo(stores, {}, async (one, other) => {
        const { users, sessions } = one.store;
        const names = ["works", "ended", "disabled", "limited"];
        const keys = new Map<string, string>([["unknown", "x".repeat(32)]]);
        for (const name of names) {
          await users.add({ name, role: "lead", addresses: [], createdAt: one.clock.now });
          const user = await users.find(name);
          const { sessionId } = await createSessions({ ...one, now: () => new Date(one.clock.now) }).start({
            userId: user?.userId ?? 0,
            remember: false,
            remoteAddress: "::1",
            browser: "",
            beganBy: "credentials",
          });
          keys.set(name, sessionId);
        }
        const statuses = async (waitSeconds: number) => {
          const asked = [...keys].map(async ([name, key]) => {
            const answer = await other.post(
              "/api/ChangesRequest",
              { since: 0, waitSeconds },
              { "x-ss-id": key },
            );
            return [name, answer.status] as const;
          });
          return Object.fromEntries(await Promise.all(asked));
        };
        const all = { works: 200, ended: 200, disabled: 200, limited: 200, unknown: 401 };
        expect(await statuses(0)).toEqual(all);
        // They end while all wait.
        const waiting = statuses(6);
        await expect.poll(() => statuses(0)).toEqual(all);
        await sessions.end(hashOfSessionId(keys.get("ended") ?? ""), one.clock.now, "signed out");
        await users.change("disabled", { disabled: true });
        await users.change("limited", { role: "auditor" });
        const now = { ...all, ended: 401, disabled: 401, limited: 403 };
        expect(await statuses(0)).toEqual(now);
        expect(await waiting).toEqual(now);
      }),
    20_000,
  );

  it("know at once who has proved themselves again", () =>
    withTwo(stores, {}, async (one, other) => {
      await one.store.users.change("casey", { role: "administrator" });
      const key = { "x-ss-id": await one.signIn() };
      for (const server of [one, other]) server.clock.now += 20 * 60_000;
      const add = () =>
        other.post("/api/AddKeyRequest", { name: "Rules", operations: ["ListVisitsRequest"] }, key);
      expect(findRefusal((await add()).body)?.errorCode).toBe("ProveAgain");
      const proof = await one.post("/api/ProveAgainRequest", { password: passwordOfCasey }, key);
      expect(proof.status).toBe(200);
      expect((await add()).status).toBe(200);
    }));

  it("change a name beside somebody’s change of role", async () => {
    const databaseUrl = await stores.fresh();
    const [one, other] = [await stores.open(databaseUrl), await stores.open(databaseUrl)];
    if (one.kind === "sqlite") return;
    for (const name of ["casey", "robin"]) await one.users.add({ name, role: "clerk", createdAt: 1 });
    await one.inOne(async ({ users }) => {
      await users.change("casey", { role: "lead" });
      expect(await other.users.change("robin", { displayName: "Robin" })).toBe(true);
    });
  });

  it("each open by the other’s setup link, once", () =>
    withTwo(stores, { isEmpty: true }, async (one, other) => {
      const setUp = (server: TestServer, secret: string, userName: string) =>
        server.post("/api/SetUpClinicRequest", {
          secret,
          userName,
          password: "seven blue kettles sing",
          clinicName: "Harbor",
        });
      const answers = await Promise.all([
        setUp(one, other.firstSecret, "morgan"),
        setUp(other, one.firstSecret, "mallory"),
        setUp(other, other.firstSecret, "mona"),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await one.store.users.count()).toBe(1);
      for (const server of [one, other]) {
        const config = await server.send("/config.json", { method: "GET" });
        expect(config.text).not.toContain("awaitsSetup");
      }
      expect((await setUp(one, one.firstSecret, "again")).status).not.toBe(200);
    }));

  it("a link ends with the process that printed it", () =>
    withTwo(stores, { isEmpty: true }, async (one, other) => {
      const welcome = () => other.post("/api/WelcomeRequest", { secret: one.firstSecret });
      expect((await welcome()).body).toMatchObject({ kind: "first-run" });
      await one.stop();
      expect((await welcome()).status).toBe(404);
    }));

  it("run a sole task one at a time", async () => {
    const databaseUrl = await stores.fresh();
    const [one, other] = [await stores.open(databaseUrl), await stores.open(databaseUrl)];
    if (one.kind === "sqlite") return;
    let end: ((result: string) => void) | undefined;
    const first = one.runAlone("recount", () => new Promise<string>((resolve) => (end = resolve)));
    await expect.poll(() => end).toBeDefined();
    expect(await other.runAlone("recount", async () => "second")).toBeUndefined();
    expect(await other.runAlone("backup", async () => "another task")).toBe("another task");
    expect(await one.runAlone("recount", async () => "again")).toBeUndefined();
    end?.("first");
    expect(await first).toBe("first");
    expect(await other.runAlone("recount", async () => "second")).toBe("second");
    await expect(one.runAlone("trail", () => Promise.reject(new Error("broke")))).rejects.toThrow("broke");
    expect(await other.runAlone("trail", async () => "free")).toBe("free");
  });
});
