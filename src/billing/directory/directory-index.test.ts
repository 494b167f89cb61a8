import { describe, expect, it } from "vitest";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { DirectoryIndex } from "./directory-index.ts";

const id = (seed: number) => buildGuid(12, seed);
const payer = (seed: number, name: string, more: Partial<DirectoryEntry> = {}) =>
  ({ kind: "payer", id: id(seed), name, ...more }) as const;
const names = new DirectoryIndex([
  payer(1, "Harbor Mutual", { shortName: "HM" }),
  payer(2, "Harbor Mutual Dental"),
  payer(3, "Société Générale", { activeTo: "2025-12-31" }),
  payer(4, "Blue Plan"),
  payer(5, "Blue Plan"),
  payer(6, "Harbour (old)", { mergedInto: id(1) }),
  payer(7, "Ring", { mergedInto: id(8) }),
  payer(8, "Ring too", { mergedInto: id(7) }),
  { kind: "provider", id: id(1), name: "Dr. Harbor", npi: "1234567893" },
]);

describe("the directory by name", () => {
  it("names an id in any form, following merges", () => {
    expect(names.nameOf("payer", id(1).toUpperCase())).toBe("Harbor Mutual");
    expect(names.nameOf("provider", id(1))).toBe("Dr. Harbor");
    expect(names.nameOf("payer", id(6))).toBe("Harbor Mutual");
    expect(names.nameOf("payer", id(7))).toMatch(/^Ring/);
    expect([names.nameOf("payer", id(99)), names.nameOf("payer", "")]).toEqual([undefined, undefined]);
    expect(names.shortWords("payer", id(6))).toBe("HM");
    expect(names.words("payer", id(99))).toMatch(/^.{4}….{4}$/);
  });

  it("takes a whole or short name, NPI or unique beginning", () => {
    expect(names.idOf("payer", " harbor  MUTUAL ")).toBe(id(1));
    expect(names.idOf("payer", "hm")).toBe(id(1));
    expect(names.idOf("provider", "1234567893")).toBe(id(1));
    expect(names.idOf("payer", "dental")).toBe(id(2));
    expect(names.idOf("payer", "societe gen")).toBe(id(3));
    expect(names.idOf("payer", "harb")).toBeUndefined();
    expect(names.idOf("payer", "")).toBeUndefined();
    // An ended entry is still found by its full name, but no longer offered.
    expect(names.idOf("payer", "societe", { day: "2026-11-02" })).toBeUndefined();
    expect(names.idOf("payer", "Société Générale", { day: "2026-11-02" })).toBe(id(3));
  });

  it("keeps the one there, never chooses between equal names", () => {
    expect(names.idOf("payer", "Blue Plan")).toBeUndefined();
    expect(names.idOf("payer", "blue plan", { before: id(5) })).toBe(id(5));
    expect(names.search("payer", "blue", { limit: 8 })).toHaveLength(2);
  });
});
