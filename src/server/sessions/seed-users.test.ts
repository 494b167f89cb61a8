import { expect, test } from "vitest";
import { readSettings } from "#room/server/settings.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { seedUsers } from "./seed-users.ts";

describeOnBothEngines("the first user of an empty store", (stores) => {
  test("is created once when two processes start", async () => {
    const url = await stores.fresh();
    const settings = readSettings({ FIRST_USER: "admin:seven blue kettles sing:" });
    const processes = [await stores.open(url), await stores.open(url)];
    await Promise.all(processes.map((store) => seedUsers(store, settings, new Date())));
    expect((await processes[0]?.users.list())?.map(({ name }) => name)).toEqual(["admin"]);
  });
});
