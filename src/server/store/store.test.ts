import { expect, test } from "vitest";
import { openStore } from "./store.ts";

test("an address of no known engine is refused in words", async () => {
  await expect(openStore("mysql://x")).rejects.toThrow("DATABASE_URL must be");
});

test("a user is found by name in any case, and the name is taken once", async () => {
  const store = await openStore(":memory:");
  await store.users.add({ name: "Casey", addresses: ["casey@direct.example"], createdAt: 1 });
  await expect(store.users.add({ name: "CASEY", createdAt: 2 })).rejects.toThrow("taken");
  expect(await store.users.find("cAsEy")).toMatchObject({
    name: "Casey",
    addresses: ["casey@direct.example"],
  });
  await store.close();
});
