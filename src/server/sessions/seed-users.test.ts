import { expect, test } from "vitest";
import { readSettings } from "#room/server/settings.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { isPasswordOf } from "./passwords.ts";
import { seedUsers } from "./seed-users.ts";

describeOnBothEngines("the first user of an empty store", (stores) => {
  test("is created once when two processes start", async () => {
    const url = await stores.fresh();
    const processes = [await stores.open(url), await stores.open(url)];
    const both = ["admin", "boss"].map(
      (name) => `${name}:seven blue kettles sing:;${name}2:two red kites fly:`,
    );
    await Promise.all(
      processes.map((store, at) =>
        seedUsers(store, readSettings({ FIRST_USER: both[at] ?? "" }), new Date()),
      ),
    );
    const names = (await processes[0]?.users.list())?.map(({ name }) => name);
    expect([
      ["admin", "admin2"],
      ["boss", "boss2"],
    ]).toContainEqual(names);
  });

  test("administers, and others lead; later none is made", async () => {
    const store = await stores.open();
    const seed = (firstUser = "") =>
      seedUsers(store, readSettings(firstUser ? { FIRST_USER: firstUser } : {}), new Date(7));
    expect(await seed()).toEqual({ lines: [], isEmpty: true });
    const two = "morgan:seven blue kettles sing:morgan@direct.example;drew:two red kites fly:";
    const done = { lines: [], isEmpty: false };
    expect(await seed(two)).toEqual(done);
    const [drew, morgan] = await store.users.list();
    expect(drew).toMatchObject({ name: "drew", role: "lead", addresses: [], createdAt: 7 });
    expect(morgan).toMatchObject({ role: "administrator", addresses: ["morgan@direct.example"] });
    expect(await isPasswordOf(drew?.passwordRecord, "two red kites fly")).toBe(true);
    expect(await seed("kim:five green lamps hum:")).toEqual(done);
    expect(await seed()).toEqual(done);
    await store.db.updateTable("person").set({ role: "lead" }).execute();
    const { lines } = await seed();
    expect(lines).toEqual([expect.stringContaining("There is no administrator who can sign in")]);
    expect(await store.users.count()).toBe(2);
  });
});
