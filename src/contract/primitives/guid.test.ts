import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalGuid, guid, guidFromUuid, isGuidAbsent, requiredGuid, shortGuid } from "./guid.ts";

const canonical = "8f3c0123456789abcdef0123456719a2";

test.each([
  "8f3c0123456789abcdef0123456719a2",
  "8F3C0123456789ABCDEF0123456719A2",
  "8f3c0123-4567-89ab-cdef-0123456719a2",
  "{8F3C0123-4567-89AB-CDEF-0123456719A2}",
  "{8f3c0123456789abcdef0123456719a2}",
  "(8f3c0123-4567-89ab-cdef-0123456719a2)",
  "  8f3c0123456789abcdef0123456719a2\n",
])("%j is read as the same GUID", (text) => {
  expect(canonicalGuid(text)).toBe(canonical);
});

test.each([
  "",
  "8f3c",
  "g".repeat(32),
  `${canonical}0`,
  "{8f3c0123456789abcdef0123456719a2",
  "8f3c-0123456789abcdef0123456719a2",
  "(8f3c0123-4567-89ab-cdef-0123456719a2}",
])("%j is no GUID", (text) => {
  expect(canonicalGuid(text)).toBeUndefined();
});

test("all zeros count as not given", () => {
  expect(isGuidAbsent("00000000-0000-0000-0000-000000000000")).toBe(true);
  expect(requiredGuid.safeParse("0".repeat(32)).success).toBe(false);
  expect(guid.safeParse("0".repeat(32)).success).toBe(true);
  for (const text of [undefined, null, ""]) expect(isGuidAbsent(text)).toBe(true);
  for (const text of [canonical, "nonsense"]) expect(isGuidAbsent(text)).toBe(false);
});

test("an empty one is missing, nonsense is no GUID", () => {
  const codesOf = (text: string) =>
    requiredGuid.safeParse(text).error?.issues.map((issue) => "params" in issue && issue.params?.["code"]);
  expect(codesOf("")).toEqual(["NotEmpty"]);
  expect(codesOf("nonsense")).toEqual(["RegularExpression"]);
  expect(codesOf(canonical)).toBe(undefined);
  expect(guid.safeParse("").success).toBe(true);
  expect(guid.safeParse("nonsense").success).toBe(false);
});

test("every random UUID becomes a GUID in canonical form", () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      expect(canonicalGuid(guidFromUuid(uuid))).toBe(guidFromUuid(uuid));
      expect(guidFromUuid(uuid.toUpperCase())).toBe(guidFromUuid(uuid));
    }),
  );
});

test("the short form shows both ends, other text unchanged", () => {
  expect(shortGuid(canonical)).toBe("8f3c…19a2");
  expect(shortGuid("visit 7")).toBe("visit 7");
});
