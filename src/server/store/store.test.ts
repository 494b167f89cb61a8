import { sql } from "kysely";
import { expect, test } from "vitest";
import { openStore } from "./store.ts";
import { SignInsEnded } from "./session-repository.ts";
import { makeUserLink } from "./user-links.ts";
import { LastAdministrator } from "./user-repository.ts";
import { describeOnBothEngines } from "./test-stores.ts";

test("an address of no known engine is refused in words", async () => {
  await expect(openStore("mysql://x")).rejects.toThrow("DATABASE_URL must be");
});

test("a database that does not answer is refused in words", async () => {
  await expect(openStore("postgres://tester@127.0.0.1:1/none")).rejects.toThrow("does not answer");
});

test("a file that cannot be opened is refused by path", async () => {
  await expect(openStore("file:/dev/null/console.db")).rejects.toThrow("/dev/null/console.db");
});

describeOnBothEngines("the store", (stores) => {
  test("opens an empty database from many processes at once", async () => {
    const url = await stores.empty();
    const opened = await Promise.all(Array.from({ length: 8 }, () => stores.open(url)));
    await Promise.all(opened.map((store) => store.ping()));
  });

  test("opens while another process writes, without waiting for it", async () => {
    const url = await stores.fresh();
    const writer = await stores.open(url);
    await writer.db.transaction().execute(async (transaction) => {
      await transaction.updateTable("last_number").set({ value: 7 }).execute();
      const other = await stores.open(url);
      expect(await other.users.list()).toEqual([]);
    });
  });

  test("PostgreSQL compiles no statement before it runs it", async ({ skip }) => {
    const url = await stores.fresh();
    if (!url.startsWith("postgres")) skip();
    const { db } = await stores.open(url);
    expect((await sql`show jit`.execute(db)).rows).toEqual([{ jit: "off" }]);
  });

  test("refuses a newer edition's database, and leaves it unchanged", async () => {
    const url = await stores.fresh();
    const store = await stores.open(url);
    await sql`insert into schema_migration (name, applied_at) values ('9999-of-tomorrow', 1)`.execute(
      store.db,
    );
    await expect(openStore(url)).rejects.toThrow(
      "brought up to date by a newer edition of this server (9999-of-tomorrow)",
    );
  });

  test("finds nobody by a name with U+0000, and refuses none", async () => {
    const { users } = await stores.open();
    await users.add({ name: "casey", role: "lead", createdAt: 1 });
    expect(await users.find("casey\0")).toBeUndefined();
    expect(await users.find("\0")).toBeUndefined();
  });

  test("finds a user in any case, giving a name once", async () => {
    const { users } = await stores.open();
    const casey = await users.add({
      name: " Casey ",
      role: "lead",
      addresses: ["Casey@Direct.Example"],
      displayName: " Casey Lane ",
      createdAt: 1,
    });
    const made = { name: "Casey", displayName: "Casey Lane", rights: [], practices: [], disabled: false };
    expect(casey).toMatchObject(made);
    await expect(users.add({ name: "CASEY", role: "lead", createdAt: 2 })).rejects.toThrow("taken");
    expect(await users.find(" cAsEy ")).toEqual(casey);
    expect(await users.find("nobody")).toBeUndefined();
    expect(await users.byId(casey.userId)).toEqual(casey);
    expect(await users.count()).toBe(1);
    await users.add({ name: "drew", role: "clerk", createdAt: 1 });
    expect(await users.list()).toMatchObject([casey, { name: "drew", addresses: [] }]);
    expect((await users.names()).toSorted()).toEqual(["Casey", "drew"]);
  });

  test("gives an address to one user; refusals leave nothing", async () => {
    const { users } = await stores.open();
    const lead = { role: "lead", createdAt: 1 } as const;
    const casey = await users.add({ ...lead, name: "casey", addresses: ["casey@a.example"] });
    const robin = users.add({ ...lead, name: "robin", addresses: ["CASEY@a.example"] });
    await expect(robin).rejects.toThrow("taken");
    expect(await users.find("robin")).toBeUndefined();
    await users.change("casey", { addresses: ["new@a.example", "other@a.example"] });
    expect(await users.addressesOf(casey.userId)).toEqual(["new@a.example", "other@a.example"]);
    expect(await users.ownersOf(["NEW@A.EXAMPLE", "casey@a.example"])).toEqual(
      new Map([["new@a.example", { userIds: [casey.userId], isShared: false }]]),
    );
    expect((await users.list())[0]?.addresses).toEqual(["new@a.example", "other@a.example"]);
  });

  test("changes a user's password, rights and standing", async () => {
    const { users } = await stores.open();
    await users.add({ name: "casey", role: "lead", practices: ["p"], createdAt: 1 });
    expect(await users.setPassword("CASEY", "record")).toBe(true);
    expect(await users.setPassword("casey", "other", "no longer")).toBe(false);
    expect(await users.change("casey", { disabled: true, displayName: " Casey Lane " })).toBe(true);
    expect(await users.change("casey", { rights: ["import-codes"] })).toBe(true);
    expect(await users.change("casey", { role: "auditor" })).toBe(true);
    expect(await users.setPassword("nobody", "record")).toBe(false);
    expect(await users.change("nobody", { role: "auditor" })).toBe(false);
    expect(await users.find("casey")).toMatchObject({
      passwordRecord: "record",
      displayName: "Casey Lane",
      practices: ["p"],
      disabled: true,
      role: "auditor",
      rights: ["import-codes"],
    });
  });

  test("keeps an administrator, whatever is asked at once", async () => {
    const { users } = await stores.open();
    const administrator = { role: "administrator", passwordRecord: "record", createdAt: 1 } as const;
    for (const name of ["casey", "robin"]) await users.add({ name, ...administrator });
    // Has not used their link yet, so cannot sign in.
    await users.add({ name: "drew", role: "administrator", createdAt: 1 });
    const outcomes = await Promise.allSettled([
      users.change("casey", { role: "clerk" }),
      users.change("robin", { disabled: true }),
      users.change("robin", { role: "auditor" }),
      users.change("casey", { disabled: true }),
    ]);
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
    const left = (await users.list()).filter(
      ({ role, disabled, passwordRecord }) => role === "administrator" && !disabled && passwordRecord,
    );
    expect(left).toHaveLength(1);
    await expect(users.change(left[0]?.name ?? "", { disabled: true })).rejects.toThrow(
      "is the last administrator",
    );
    await expect(users.change(left[0]?.name ?? "", { role: "lead" })).rejects.toThrow(LastAdministrator);
    expect(await users.change(left[0]?.name ?? "", { role: "administrator" })).toBe(true);
  });

  test("changes a person wholly or not, sparing the last administrator", async () => {
    const { users } = await stores.open();
    for (const name of ["casey", "robin"])
      await users.add({
        name,
        role: "administrator",
        passwordRecord: "record",
        addresses: [`${name}@a.example`],
        createdAt: 1,
      });
    const addresses = ["robin@a.example"];
    await expect(users.change("casey", { role: "clerk", addresses })).rejects.toThrow("taken");
    expect(await users.find("casey")).toMatchObject({
      role: "administrator",
      addresses: ["casey@a.example"],
    });
    const outcomes = await Promise.allSettled([
      users.change("casey", { role: "clerk", displayName: "Casey" }),
      users.change("robin", { disabled: true, addresses: ["new@a.example"] }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const left = (await users.list()).filter(({ role, disabled }) => role === "administrator" && !disabled);
    expect(left).toHaveLength(1);
  });

  test("uses a one-time link once, never for the disabled", async () => {
    const { db, users, userLinks, sessions } = await stores.open();
    const { userId } = await users.add({ name: "casey", role: "lead", createdAt: 1 });
    const link = { userId, madeAt: 10, madeBy: "robin", expiresAt: 100 };
    const make = (each: Parameters<typeof makeUserLink>[1]) =>
      db.transaction().execute((transaction) => makeUserLink(transaction, each));
    expect(await make({ ...link, linkHash: "old" })).toBe(true);
    await make({ ...link, linkHash: "new" });
    expect(await userLinks.find("old")).toBeUndefined();
    expect(await userLinks.use("new", { now: 100, passwordRecord: "late" })).toBe(false);
    const tries = ["a", "b", "c", "d"].map((passwordRecord) =>
      userLinks.use("new", { now: 20, passwordRecord }),
    );
    const used = await Promise.all(tries);
    expect(used.filter(Boolean)).toHaveLength(1);
    expect((await users.find("casey"))?.passwordRecord).toBe(["a", "b", "c", "d"][used.indexOf(true)]);
    await userLinks.forgetBefore(100);
    expect(await userLinks.find("new")).toEqual({ userId, expiresAt: 100, usedAt: 20 });
    await userLinks.forgetBefore(101);
    expect(await userLinks.find("new")).toBeUndefined();
    await make({ ...link, linkHash: "next" });
    expect(await userLinks.waiting(20)).toEqual(new Map([[userId, 100]]));
    await users.change("casey", { disabled: true });
    expect(await userLinks.waiting(20)).toEqual(new Map());
    expect(await userLinks.use("next", { now: 20, passwordRecord: "e" })).toBe(false);
    expect(await make({ ...link, linkHash: "later" })).toBe(false);
    const session = { idHash: "a", userId, createdAt: 10, expiresAt: 1000, remember: false };
    await expect(sessions.add(session)).rejects.toThrow(SignInsEnded);
    expect(await sessions.find("a")).toBeUndefined();
    await db.schema.dropTable("user_link").execute();
    await expect(userLinks.use("new", { now: 20, passwordRecord: "f" })).rejects.toThrow();
  });

  test("a sign-in that began before all sessions ended opens none", async () => {
    const { users, sessions } = await stores.open();
    const { userId, signInsEnded } = await users.add({ name: "casey", role: "lead", createdAt: 1 });
    const session = { idHash: "a", userId, createdAt: 10, expiresAt: 1000, remember: false };
    const both = await Promise.allSettled([
      sessions.add(session, signInsEnded),
      sessions.endAllOf(userId, 10, { reason: "password changed" }),
    ]);
    expect(both[1].status).toBe("fulfilled");
    expect((await sessions.find("a"))?.endedAt).toBe(both[0].status === "fulfilled" ? 10 : undefined);
    await expect(sessions.add({ ...session, idHash: "b" }, signInsEnded)).rejects.toThrow(SignInsEnded);
    await sessions.add({ ...session, idHash: "c" }, (await users.find("casey"))?.signInsEnded);
  });

  test("reads with a session what its user may now", async () => {
    const { db, users, sessions } = await stores.open();
    const may = { rights: ["import-codes"], practices: ["p"] };
    const { userId } = await users.add({ name: "casey", role: "lead", createdAt: 1, ...may });
    await sessions.add({ idHash: "a", userId, createdAt: 10, expiresAt: 1000, remember: false });
    const before = { ...may, role: "lead", hasFactor: false, userDisabled: false, browser: "" };
    expect(await sessions.find("a")).toMatchObject(before);
    const key = { credential_id: "c", user_id: userId, public_key: "", transports: "[]", rp_id: "" };
    await db
      .insertInto("passkey")
      .values({ ...key, counter: 0, name: "", created_at: 1, last_used_at: null })
      .execute();
    const none = { rights: [], practices: [] };
    await users.change("casey", { ...none, role: "clerk", disabled: true });
    const now = { ...none, role: "clerk", hasFactor: true, userDisabled: true };
    expect(await sessions.find("a")).toMatchObject(now);
    expect(await sessions.listOf(userId)).toMatchObject([now]);
  });

  test("tells a session that ended from one that never was", async () => {
    const { users, sessions } = await stores.open();
    const { userId } = await users.add({ name: "casey", role: "lead", createdAt: 1 });
    await sessions.add({ idHash: "a", userId, createdAt: 10, expiresAt: 1000, remember: true });
    const other = { userId, createdAt: 11, expiresAt: 1000, remember: false, browser: "Firefox" };
    await sessions.add({ idHash: "b", ...other });
    await sessions.touch("a", 20);
    await sessions.touch("a", 15);
    expect(await sessions.find("a")).toMatchObject({ userName: "casey", lastSeenAt: 20, remember: true });
    expect(await sessions.find("b")).toMatchObject({ lastSeenAt: 11, remember: false, browser: "Firefox" });
    const at = { now: 100, latest: 200, idleMs: 50 };
    expect(await sessions.countLive({ ...at, rememberedIdleMs: 81 })).toEqual(new Map([[userId, 1]]));
    expect(await sessions.countLive({ ...at, rememberedIdleMs: 80 })).toEqual(new Map());
    expect(await sessions.end("a", 30, "signed-out")).toBe(true);
    expect(await sessions.end("a", 31, "again")).toBe(false);
    expect(await sessions.find("a")).toMatchObject({ endedAt: 30, endReason: "signed-out" });
    expect(await sessions.find("never")).toBeUndefined();
    expect((await sessions.listOf(userId)).map((session) => session.idHash)).toEqual(["b"]);
    expect(await sessions.endAllOf(userId, 40, { reason: "all", except: "b" })).toBe(0);
    expect(await sessions.endAllOf(userId, 40, { reason: "all" })).toBe(1);
    expect(await sessions.forgetBefore(35)).toBe(1);
    expect(await sessions.find("b")).toBeDefined();
  });

  test("keeps each key’s own secrets, and its latest use", async () => {
    const { programKeys } = await stores.open();
    const any = { operations: [], practices: [], expiresAt: 1000, by: "casey", at: 1 };
    for (const name of ["one", "two"])
      await programKeys.add({ ...any, name }, { hash: `${name} hash of it`, hint: name });
    const keyId = (await programKeys.list(0))[0]?.keyId ?? 0;
    await programKeys.touch("two hash of it", keyId, { at: 20, from: "::1" });
    await programKeys.touch("two hash of it", keyId, { at: 15, from: "::2" });
    expect(await programKeys.list(0)).toMatchObject([
      { keyId, name: "two", lastUsedFrom: "::1", secrets: [{ hint: "two", lastUsedAt: 20 }] },
      { name: "one", lastUsedFrom: undefined, secrets: [{ hint: "one", lastUsedAt: undefined }] },
    ]);
    expect(await programKeys.byId(keyId + 9)).toBeUndefined();
    expect(
      await programKeys.rotate(
        keyId,
        { hash: "three", hint: "three" },
        { current: "x", worksUntil: 9, expiresAt: 9, at: 9 },
      ),
    ).toBe("changed");
  });

  test("counts failures within a window, concurrent ones too", async () => {
    const { throttle } = await stores.open();
    await Promise.all(Array.from({ length: 20 }, () => throttle.hit("name:casey", 1000, 500)));
    expect(await throttle.peek("name:casey", 1400, 500)).toEqual({ hits: 20, windowStartedAt: 1000 });
    expect(await throttle.peek("name:casey", 1500, 500)).toMatchObject({ hits: 0 });
    expect(await throttle.hit("name:casey", 1500, 500)).toEqual({ hits: 1, windowStartedAt: 1500 });
    // Set back by more than a window, the clock locks nobody out until that time comes again.
    expect(await throttle.peek("name:casey", 1000, 500)).toMatchObject({ hits: 1 });
    expect(await throttle.peek("name:casey", 999, 500)).toMatchObject({ hits: 0 });
    expect(await throttle.hit("name:casey", 999, 500)).toEqual({ hits: 1, windowStartedAt: 999 });
    await throttle.clear("name:casey");
    expect(await throttle.peek("name:casey", 999, 500)).toMatchObject({ hits: 0 });
    await throttle.hit("name:robin", 1000, 500);
    await throttle.forgetBefore(1000);
    expect(await throttle.peek("name:robin", 1000, 500)).toMatchObject({ hits: 1 });
    await throttle.forgetBefore(1001);
    expect(await throttle.peek("name:robin", 1000, 500)).toMatchObject({ hits: 0 });
  });
});
