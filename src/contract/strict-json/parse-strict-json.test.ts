import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStrictJson } from "./parse-strict-json.ts";
import { workMs } from "#room/testing/work-ms.ts";

function refusal(text: string): string {
  try {
    parseStrictJson(text, 64, "fault");
    return "taken";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

describe("a name that its object has already", () => {
  it.each([
    ['{"eventId":"1","visitCharged":{"visitId":"2","practiceId":"3","visitId":"4"},"padding":"padding"}', 62],
    [`{"a":1,"padding":"${"x".repeat(80)}","\\u0061":2}`, 100],
    [`{"a":[{"b":1},{"b":2,"c":"${"x".repeat(80)}","b":3}]}`, 108],
    [`{"__proto__":1,"padding":"${"x".repeat(80)}","__proto__":2}`, 108],
  ])("is refused at its place: %s", (text, position) => {
    expect(refusal(text)).toBe(`name-twice at position ${position}`);
  });

  it("is found in nothing that JSON.stringify wrote", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify({ padding: "x".repeat(64), value });
        expect(parseStrictJson(text, 64, "text")).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe("a number", () => {
  const bodyOf = (literal: string, name = "amount") =>
    `{"padding":"${"x".repeat(64)}","charge":{"currency":"USD","${name}":${literal}}}`;
  it.each([
    "1.100000000000000000000001",
    "1e-400",
    "100.00000000000002",
    "115.00000000000000000000001",
    "12345678901234567",
    "-12345678901234567890.1",
    "1E-325",
    "9007199254740993",
    "1e400",
  ])("%s, which would be rounded, is refused", (literal) => {
    expect(refusal(bodyOf(literal))).toMatch(/^rounded-number at position \d+$/);
    expect(refusal(bodyOf(literal, "createdUserNumber"))).toMatch(/rounded-number/);
    expect(refusal(`[{"of":"no name"},${literal}]`)).toMatch(/rounded-number/);
    expect(parseStrictJson(`[${literal}, {"a":${literal}}]`, 64, "text")).toEqual([literal, { a: literal }]);
  });
  it.each(["012345678901234567", "12345678901234567.", "1e+", "-", "1-123456789012345678"])(
    "%s, which is none, is refused",
    (literal) => {
      const fault = /^syntax at position/;
      expect(refusal(bodyOf(literal))).toMatch(fault);
      expect(() => parseStrictJson(`[${literal}]`, 64, "text")).toThrow(fault);
    },
  );
  it("of a million zeros is refused at once", () => {
    const body = bodyOf(`1.${"0".repeat(1_000_000)}1`);
    expect(workMs(() => expect(refusal(body)).toMatch(/rounded-number/))).toBeLessThan(2000);
  });
  it.each([
    "1.1",
    "1.10000000000000000000",
    "1.1e0",
    "11e-1",
    "0.0011E3",
    "0e5",
    "-0.000000000000000000",
    "100000000000000000000",
    "5e-324",
    "0.10000000000000001",
    "0.1000000000000000055511151231257827021181583404541015625",
    "115.09999999999999",
    "115.09999999999999431566",
    "115.00",
    "1E+2",
    "-0",
  ])("%s, which is the number itself, is taken", (literal) => expect(refusal(bodyOf(literal))).toBe("taken"));
  it("as a number is written is always accepted", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(refusal(bodyOf(JSON.stringify(value)))).toBe("taken");
        expect(refusal(bodyOf(value.toExponential()))).toBe("taken");
      }),
    );
  });
  it("with all the digits of a double is taken", () => {
    const places = fc.integer({ min: 15, max: 40 });
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), places, (value, digits) => {
        fc.pre(digits > 16 || Number(value.toPrecision(digits)) === value);
        for (const text of [value.toPrecision(digits), value.toExponential(digits - 1).replace("e", "E")])
          expect(parseStrictJson(`[${text}]`, 64, "fault")).toEqual([value]);
      }),
    );
  });
  it("of money is never taken as another amount", () => {
    const cents = fc.integer({ min: 0, max: 10 ** 13 });
    fc.assert(
      fc.property(cents, fc.nat({ max: 20 }), fc.nat({ max: 9 }), (amount, zeros, digit) => {
        const text = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}${"0".repeat(zeros)}`;
        expect(parseStrictJson(`[${text}]`, 64, "fault")).toEqual([amount / 100]);
        const more = `${text}${digit}`;
        if (digit > 0 && Number(more) === amount / 100 && refusal(`[${more}]`) === "taken")
          expect((amount / 100).toPrecision(more.replace(/^[0.]+|\./g, "").length)).toBe(more);
      }),
    );
  });
});

describe("a text of many members", () => {
  const named = (nameOf: (at: number) => string) =>
    `[${Array.from({ length: 50_000 }, (_, at) => `{"${nameOf(at)}":1}`).join(",")}]`;
  it("is taken where they have the names of a few", () =>
    expect(refusal(named((at) => `name${at % 900}`))).toBe("taken"));
  it("is refused where a name is longer than any", () => {
    expect(refusal(`{"${"n".repeat(200)}":1}`)).toBe("taken");
    expect(refusal(`{"a":[{"${"n".repeat(201)}":1}]}`)).toBe("long-name at position 7");
  });
  it("is refused where each has another name", () =>
    expect(refusal(named((at) => `name${at}`))).toMatch(/^too-many-names at position \d+$/));
});
