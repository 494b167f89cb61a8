import { expect, it } from "vitest";
import { describeOnBothEngines } from "./test-stores.ts";

describeOnBothEngines("of many sessions", (stores) => {
  it("finds those over, or of another role or practices", async () => {
    const { sessions, users } = await stores.open();
    const live = { now: 1000, idleMs: 500, rememberedIdleMs: 2000 };
    const began = { createdAt: 900, provedAt: 900, remember: false, beganBy: "credentials" } as const;
    const from = { remoteAddress: "192.0.2.1", browser: "" };
    for (const name of ["casey", "robin", "alex", "riley"])
      await users.add({ name, addresses: [], role: "clerk", createdAt: 1 });
    const idOf = async (name: string) => (await users.find(name))?.userId ?? 0;
    for (const [idHash, name, expiresAt] of [
      ["works", "casey", 5000],
      ["ended", "casey", 5000],
      ["expired", "casey", 1000],
      ["disabled", "robin", 5000],
      ["other role", "alex", 5000],
      ["other practices", "riley", 5000],
    ] as const)
      await sessions.add({ idHash, userId: await idOf(name), expiresAt, ...began, ...from });
    await sessions.end("ended", 950, "signed out");
    await users.change("robin", { disabled: true });
    await users.change("alex", { role: "auditor" });
    await users.change("riley", { practices: ["b", "a"] });
    const all = ["works", "ended", "expired", "disabled", "other role", "other practices", "unknown"];
    const found = await sessions.findAll(all);
    expect([...found.keys()].toSorted()).toEqual(all.slice(0, 6).toSorted());
    for (const [idHash, record] of found) expect(record).toEqual(await sessions.find(idHash));
    expect(await sessions.findAll([])).toEqual(new Map());
    const asked = new Map<string, readonly string[]>(all.map((idHash) => [idHash, []]));
    const over = await sessions.overAmong(asked, live, ["clerk", "lead"]);
    expect(over.toSorted()).toEqual(all.slice(1).toSorted());
    asked.set("other practices", ["b", "a"]);
    expect(await sessions.overAmong(asked, live, ["clerk"])).not.toContain("other practices");
    expect(await sessions.overAmong(asked, { ...live, now: 2000 }, ["clerk"])).toHaveLength(7);
  });
});
