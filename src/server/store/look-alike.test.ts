import { expect, test } from "vitest";
import { buildGuid } from "#room/testing/builders.ts";
import { isAddress } from "#room/server/sessions/first-users.ts";
import { lookAlikeOf } from "./look-alike.ts";
import { describeOnBothEngines } from "./test-stores.ts";
import { AlreadyTaken } from "./user-repository.ts";

const cyrillicCasey = "саѕеу";
const greekPio = "ΡΙΟ";

test.each([
  [cyrillicCasey, "casey"],
  ["САЅЕУ", "Casey"],
  [greekPio, "pio"],
  ["Ёхе", "Ëxe"],
])("%s looks like %s", (name, other) => {
  expect(lookAlikeOf(name, ["robin", other])).toBe(other);
});

test("names that differ to the eye are two", () => {
  for (const name of ["Мария", "casey1", "山田", "Ольга", "casay"])
    expect(lookAlikeOf(name, ["casey", "robin", "Maria", "Olga"])).toBeUndefined();
});

test("an address has no letters of other scripts", () => {
  expect(isAddress(`${cyrillicCasey}@direct.example`)).toBe(false);
  expect(isAddress("casey@dіrect.example")).toBe(false);
});

describeOnBothEngines("a name of look-alike letters", (stores) => {
  test("is refused to people, keys and shared views", async () => {
    const { users, programKeys, visits } = await stores.open();
    const casey = await users.add({ name: "casey", role: "clerk", createdAt: 1 });
    const twin = users.add({ name: cyrillicCasey, role: "clerk", createdAt: 1 });
    await expect(twin).rejects.toThrow(AlreadyTaken);
    await expect(twin).rejects.toThrow("looks like casey");
    await users.add({ name: "Мария", role: "clerk", createdAt: 1 });

    const key = (name: string) => {
      const wanted = { name, operations: [], practices: [], expiresAt: 9, by: "casey", at: 1 };
      return programKeys.add(wanted, { hash: `hash of ${name}`, hint: "" });
    };
    expect(await key("pio")).toBeDefined();
    expect(await key(greekPio)).toBeUndefined();

    const viewer = { userId: casey.userId, name: "casey", practices: [] };
    const save = (n: number, name: string, isShared: boolean) =>
      visits.saveView({ viewId: buildGuid(9, n), name, filter: {}, columns: undefined, isShared }, viewer);
    expect(await save(1, "Pio", true)).toBe("done");
    expect(await save(2, greekPio, true)).toBe("looks-alike");
    expect(await save(2, greekPio, false)).toBe("done");
    expect(await save(3, "pio", true)).toBe("done");
  });
});
