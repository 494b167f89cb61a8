import { sql } from "kysely";
import { expect, test } from "vitest";
import { seedUsers } from "#room/server/sessions/seed-users.ts";
import { readSettings } from "#room/server/settings.ts";
import { openEngine } from "./engine.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations/list.ts";
import { describeOnBothEngines } from "./test-stores.ts";

describeOnBothEngines("a store of an edition before roles", (stores) => {
  test.each([
    [
      "the first who could import codes and is not disabled",
      '["import-codes"]',
      ["lead", "lead", "administrator", "lead"],
    ],
    ["nobody, where nobody could", "[]", ["lead", "lead", "lead", "lead"]],
  ])("has leads, and as administrator %s", async (_, rights, roles) => {
    const url = await stores.empty();
    const old = await openEngine(url);
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === "0015-roles"),
    );
    await migrate(old, { steps: before });
    const users = [
      ["alex", "[]", 0],
      ["blake", rights, 1],
      ["casey", rights, 0],
      ["robin", rights, 0],
    ] as const;
    for (const [name, had, disabled] of users)
      await sql`insert into app_user (name, name_key, password_record, rights, disabled, created_at)
        values (${name}, ${name}, 'record', ${had}, ${disabled}, 1)`.execute(old.db);
    await old.db.destroy();

    const store = await stores.open(url);
    const migrated = await store.users.list();
    expect(migrated.map(({ name }) => name)).toEqual(["alex", "blake", "casey", "robin"]);
    expect(migrated.map(({ role }) => role)).toEqual(roles);
    expect(migrated.map(({ disabled }) => disabled)).toEqual([false, true, false, false]);
    // While there is no administrator, each start explains how to make one.
    const linesNow = async () => (await seedUsers(store, readSettings({}), new Date())).lines.join();
    const needsOne = expect.stringContaining("npm run user -- role NAME administrator");
    expect(await linesNow()).toEqual(roles.includes("administrator") ? "" : needsOne);
    await store.users.change("robin", { role: "administrator" });
    expect(await linesNow()).toBe("");
  });
});
