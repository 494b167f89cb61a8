import { expect, test } from "vitest";
import { readSettings } from "#room/server/settings.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
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
});
