import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-params.ts";

test("a code that looks like a number stays text", () => {
  expect(parseSearch("?code=250.00&svcDate=2014-03-01")).toEqual({ code: "250.00", svcDate: "2014-03-01" });
  expect(parseSearch("?code=0031")).toEqual({ code: "0031" });
});

test("absent values leave no trace, lists repeat their name", () => {
  expect(stringifySearch({ a: undefined, b: null, c: ["x", "y"], d: true })).toBe("?c=x&c=y&d=true");
  expect(stringifySearch({})).toBe("");
});

test("any texts survive the address", () => {
  const name = fc.string({ minLength: 1 }).filter((each) => each !== "__proto__");
  const value = fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 2, maxLength: 4 }));
  fc.assert(
    fc.property(fc.dictionary(name, value), (search) => {
      const plain = { ...search };
      expect(parseSearch(stringifySearch(plain))).toEqual(plain);
    }),
  );
});
