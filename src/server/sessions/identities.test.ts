import { expect, test } from "vitest";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { linkIdentity, linksOf, unlinkIdentities, userOfIdentity } from "./identities.ts";

describeOnBothEngines("an account at a provider", (stores) => {
  const open = async () => {
    const store = await stores.open();
    for (const name of ["casey", "robin"]) await store.users.add({ name, role: "lead", createdAt: 1 });
    return store;
  };
  const account = { issuer: "https://desk.example/", subject: "1" };

  test("belongs to one of two who link it at once", async () => {
    const store = await open();
    const linked = () => Promise.all([1, 2].map((userId) => linkIdentity(store, { ...account, userId })));
    const both = await linked();
    expect(both.toSorted()).toEqual([false, true]);
    // As an earlier version wrote it.
    await store.db.updateTable("user_identity").set({ issuer: account.issuer }).execute();
    expect(await linked()).toEqual(both);
    expect(await linksOf(store)).toEqual([{ ...account, userId: both.indexOf(true) + 1 }]);
  });

  test("signs nobody in whose link is removed meanwhile", async () => {
    const store = await open();
    await linkIdentity(store, { ...account, userId: 1 });
    await linkIdentity(store, { ...account, subject: "2", userId: 1 });
    expect(await userOfIdentity(store, account)).toMatchObject({ name: "casey" });
    const byId = async (userId: number) => {
      const user = await store.users.byId(userId);
      expect(await unlinkIdentities(store, { ...account, userId })).toBe(1);
      return user;
    };
    const users = { ...store.users, byId };
    expect(await userOfIdentity({ db: store.db, users }, account)).toBeUndefined();
    expect(await userOfIdentity(store, account)).toBeUndefined();
    expect([await linksOf(store, 1), await linksOf(store, 2)]).toEqual([
      [{ issuer: "https://desk.example", subject: "2", userId: 1 }],
      [],
    ]);
    expect(await unlinkIdentities(store, { userId: 1, issuer: account.issuer })).toBe(1);
  });
});
