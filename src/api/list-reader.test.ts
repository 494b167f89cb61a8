import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ListReader } from "./list-reader.ts";

const isRecord = (value: unknown) => typeof value === "object" && value !== null && "id" in value;
const isWhole = (value: unknown) => typeof value === "object" && value !== null && "list" in value;

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Feeds a text to a reader in chunks of these lengths, repeating. */
function read(
  text: string,
  lengths: readonly number[] = [1000],
  record: (value: unknown) => boolean = isRecord,
) {
  const reader = new ListReader("list", { record, whole: isWhole });
  const bytes = bytesOf(text);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    reader.add(bytes.slice(at, at + length));
    at += length;
  }
  return reader.end();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A record of about 500 characters, so that a few hundred of them are read in groups. */
const record = (id: number, more: object = {}) => ({ id, text: "x".repeat(480), ...more });
const records = (count: number) => Array.from({ length: count }, (_, id) => record(id));

describe("ListReader", () => {
  it("gives what JSON.parse gives, member by member in its order", () => {
    const value = { first: false, list: records(900), last: null };
    const { json, isGood } = read(JSON.stringify(value), [70_000]);
    expect(isGood).toBe(true);
    expect(JSON.stringify(json)).toBe(JSON.stringify(value));
  });

  it("tests records as they arrive, before the text is whole", () => {
    const text = bytesOf(JSON.stringify({ list: records(900) }));
    let tested = 0;
    const count = (value: unknown) => (tested += 1) > 0 && isRecord(value);
    const reader = new ListReader("list", { record: count, whole: isWhole });
    reader.add(text.slice(0, 200_000));
    expect(tested).toBeGreaterThan(300);
    reader.add(text.slice(200_000));
    expect(reader.end().isGood).toBe(true);
    expect(tested).toBe(900);
  });

  it.each([
    ["indented", (value: unknown) => JSON.stringify(value, null, 2)],
    ["with blanks of every kind", (value: unknown) => JSON.stringify(value).replaceAll("},{", "}\r\n\t , {")],
  ])("reads a text %s while it comes, too", (_name, textOf) => {
    const text = bytesOf(textOf({ list: records(900) }));
    let tested = 0;
    const reader = new ListReader("list", { record: () => (tested += 1) > 0, whole: isWhole });
    reader.add(text.slice(0, 200_000));
    expect(tested).toBeGreaterThan(300);
    reader.add(text.slice(200_000));
    expect(reader.end()).toEqual({ json: { list: records(900) }, isGood: true });
  });

  it("takes a byte order mark only at the start", () => {
    const text = JSON.stringify({ list: records(900) });
    const answer = (list: string) => read(list, [70_000]).json;
    expect(answer(`\uFEFF${text}`)).toEqual(JSON.parse(text));
    for (const place of ['{"id":0', '{"id":500'])
      expect(answer(text.replace(place, `\uFEFF${place}`))).toBe(undefined);
  });

  it("says which record fails, and when the whole does", () => {
    const whole = JSON.stringify({ list: records(900) });
    expect(read(whole.replace('"id":1,', '"no":1,'))).toMatchObject({ isGood: false });
    expect(read(whole.replace('"id":899,', '"no":899,'))).toMatchObject({ isGood: false });
    expect(read(whole, [1000], () => true)).toMatchObject({ isGood: true });
    expect(read(JSON.stringify({ other: 1 }))).toMatchObject({ isGood: false });
  });

  it.each([
    [
      "a text that looks like the border of two records",
      records(900).map((one) => ({ ...one, text: '},{"id":1},{'.repeat(60) })),
    ],
    [
      "records within records",
      records(900).map((one) => ({ ...one, parts: [{ a: 1 }, { a: 2 }, { a: [{ b: 1 }, {}] }] })),
    ],
    ["one record that is all of it", [record(0, { parts: records(900) })]],
    [
      "escapes and signs of every width",
      records(900).map((one) => ({ ...one, text: 'é"\\\n\u2028😀},{"list":['.repeat(30) })),
    ],
    ["records that are none", [...records(900), 1, "},{", null, [{}, {}], ...records(200)]],
    ["nothing", []],
  ])("is not led astray by %s", (_name, list) => {
    for (const value of [
      { list },
      { before: { list: [{}, {}] }, list, after: [{ list: [] }, {}] },
      { after: '"list":[', list },
    ])
      for (const indent of [0, 2]) {
        const text = JSON.stringify(value, null, indent);
        expect(read(text, [65_537, 3]).json).toEqual(value);
      }
  });

  it.each([
    [
      "a list of the same name within something before it",
      (list: string) => `{"a":{"list":[{"id":1},{"id":2}]},"list":${list}}`,
    ],
    ["a name that only ends like it", (list: string) => `{"list":3,"\\"list":${list},"b":1}`],
    ["the same name twice, the list first", (list: string) => `{"list":${list},"list":[{"id":1}]}`],
    ["the same name twice, the list last", (list: string) => `{"list":[{"id":1}],"list":${list}}`],
    ["a list at the top", (list: string) => list],
    ["no JSON behind the list", (list: string) => `{"list":${list},}`],
    ["more behind the end", (list: string) => `{"list":${list}} {}`],
    ["a text that is cut off", (list: string) => `{"list":${list.slice(0, -300)}`],
    ["a comma too many", (list: string) => `{"list":${list.slice(0, -1)},]}`],
    ["a record that is broken", (list: string) => `{"list":${list.replace('"id":700', '"id":')}}`],
    ["a member that would reach a prototype", (list: string) => `{"__proto__":{"a":1},"list":${list}}`],
  ])("reads as JSON.parse does: %s", (_name, textOf) => {
    const text = textOf(JSON.stringify(records(900)));
    expect(JSON.stringify(read(text, [80_000, 100]).json)).toBe(JSON.stringify(parsed(text)));
  });

  it("reads any value in any pieces as JSON.parse does", () => {
    const long = fc.array(fc.record({ id: fc.nat(), more: fc.jsonValue() }), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.record({ a: fc.jsonValue(), list: long, z: fc.jsonValue() }),
        fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 4 }),
        fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        (value, lengths, share) => {
          const list = value.list.flatMap((one) =>
            Array.from({ length: 60 }, () => ({ ...one, ...record(one.id) })),
          );
          const whole = JSON.stringify({ ...value, list });
          const text = share === null ? whole : whole.slice(0, share * whole.length);
          expect(JSON.stringify(read(text, lengths).json)).toBe(JSON.stringify(parsed(text)));
        },
      ),
      { numRuns: 150 },
    );
  });

  it("looks at a text without borders only so often", () => {
    const text = JSON.stringify({ list: [record(0, { text: "},{".repeat(1_500_000) })] });
    const startedAt = performance.now();
    expect(read(text, [2000]).json).toEqual(JSON.parse(text));
    // Rescanning it with every chunk would take minutes.
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});
