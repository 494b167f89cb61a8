import { expect, it } from "vitest";
import { describeOnBothEngines } from "./test-stores.ts";

describeOnBothEngines("of many sessions", (stores) => {
  it("those are found that are over or whose role changed", async () => {
    const { sessions, users } = await stores.open();
    const live = { now: 1000, idleMs: 500, rememberedIdleMs: 2000 };
    const began = { createdAt: 900, provedAt: 900, remember: false, beganBy: "credentials" } as const;
    const from = { remoteAddress: "192.0.2.1", browser: "" };
    for (const name of ["casey", "robin", "alex"])
      await users.add({ name, addresses: [], role: "clerk", createdAt: 1 });
    const idOf = async (name: string) => (await users.find(name))?.userId ?? 0;
    for (const [idHash, name, expiresAt] of [
      ["works", "casey", 5000],
      ["ended", "casey", 5000],
      ["expired", "casey", 1000],
      ["disabled", "robin", 5000],
      ["other role", "alex", 5000],
    ] as const)
      await sessions.add({ idHash, userId: await idOf(name), expiresAt, ...began, ...from });
    await sessions.end("ended", 950, "signed out");
    await users.change("robin", { disabled: true });
    await users.change("alex", { role: "auditor" });
    const all = ["works", "ended", "expired", "disabled", "other role", "unknown"];
    const found = await sessions.findAll(all);
    expect([...found.keys()].toSorted()).toEqual(all.slice(0, 5).toSorted());
    for (const [idHash, record] of found) expect(record).toEqual(await sessions.find(idHash));
    expect(await sessions.findAll([])).toEqual(new Map());
    expect((await sessions.overAmong(all, live, ["clerk", "lead"])).toSorted()).toEqual(
      all.slice(1).toSorted(),
    );
    expect(await sessions.overAmong(all, { ...live, now: 2000 }, ["clerk"])).toHaveLength(6);
  });
});
