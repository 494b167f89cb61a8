import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { buildEvent } from "#room/testing/builders.ts";
import type { ReadBatch } from "./import-source.ts";
import { readSources } from "./read-sources.ts";

const pause = () => Promise.resolve();
const one = buildEvent({ seed: 1 });
const two = buildEvent({ seed: 2 });

async function read(content: BlobPart, name = "events.json") {
  const batches: ReadBatch[] = [];
  for await (const batch of readSources([{ name, blob: new Blob([content]) }], { pause }))
    batches.push(batch);
  return {
    events: batches.flatMap((batch) => batch.events),
    refused: batches.flatMap((batch) => batch.refused),
  };
}

function utf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(index * 2, text.charCodeAt(index), isLittle);
  return bytes;
}

describe("refused", () => {
  test.each([
    ["nothing at all", "", /empty/],
    ["blank lines alone", " \r\n\n ", /empty/],
    ["an empty list", "[]", /no visit in it/],
    ["a ZIP", "PK\u{3}\u{4}\u{14}\0visits.json", /ZIP archive. Unzip it/],
    ["a spreadsheet", "PK\u{3}\u{4}\u{14}\0[Content_Types].xml", /Excel.*can be copied and pasted/],
    ["LibreOffice's spreadsheet", "PK\u{3}\u{4}\u{14}\0xl/_rels/workbook.xml.rels", /Excel/],
    ["an old spreadsheet", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), /Excel/],
    ["a PDF", "%PDF-1.7 …", /PDF/],
    ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10]), /picture/],
    ["binary", new Uint8Array([1, 2, 0, 0, 0, 4]), /isn’t a text file/],
    ["a table", "eventId,visitId\n1,2\n", /table/],
    ["XML", "<?xml version='1.0'?><a/>", /XML/],
    ["a web page", "<!doctype html><html>", /web page/],
    ["an HL7 message", "MSH|^~\\&|A", /HL7/],
    ["words", "hello there", /Not valid JSON/],
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22]), /encoding/],
    ["other JSON", '{"a":1}', /no visit in it/],
    ["a number in a list", "[1]", /isn’t a visit: it is a number/],
    ["a cut-off file", JSON.stringify(one).slice(0, -20), /cut off/],
  ])("%s, in plain words", async (_name, content, words) => {
    const { events, refused } = await read(content);
    expect(events).toEqual([]);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.faults[0]?.message).toMatch(words);
  });

  test("what cannot be a draft is refused with its place", async () => {
    const bad = { ...two, visitCharged: { ...two.visitCharged, charges: "none" } };
    const { events, refused } = await read(`[\n${JSON.stringify(one)},\n\n${JSON.stringify(bad, null, 1)}]`);
    expect(events).toEqual([one]);
    expect(refused).toMatchObject([{ file: "events.json", line: 4, eventId: two.eventId }]);
    expect(refused[0]?.faults.map((fault) => fault.path)).toEqual(["visitCharged.charges"]);
  });

  test("a refused entry is named, within a line too", async () => {
    const { refused } = await read(`[${JSON.stringify(one)}, 5, "x"]`);
    expect(refused).toMatchObject([
      { line: 1, entry: 2 },
      { line: 1, entry: 3 },
    ]);
    const lines = await read(`${JSON.stringify(one)}\n[null, ${JSON.stringify(two)}, []]`, "events.ndjson");
    expect(lines.refused).toMatchObject([
      { line: 2, entry: 1 },
      { line: 2, entry: 3 },
    ]);
    expect(lines.refused.map((item) => item.faults[0]?.message)).toEqual([
      "This isn’t a visit: it is empty (null).",
      "This isn’t a visit: it is a list within a list.",
    ]);
  });

  test("a broken line of NDJSON spoils no other line", async () => {
    const lines = [JSON.stringify(one), '{"eventId": "', "", "{]", JSON.stringify(two)];
    for (const end of ["\n", "\r\n", "\r"]) {
      const { events, refused } = await read(lines.join(end), "events.ndjson");
      expect(events).toEqual([one, two]);
      expect(refused.map((item) => item.line)).toEqual([2, 4]);
    }
  });

  test("a fault deep in a long event names its line", async () => {
    const text = JSON.stringify(one, null, 2).replace('"audit": {', '"audit": {,');
    const { refused } = await read(text);
    const line = text.split("\n").findIndex((each) => each.includes('"audit": {,')) + 1;
    expect(refused[0]?.faults[0]?.message).toBe(`Not valid JSON: it can’t be read at line ${line}.`);
  });
});

describe("data the service would refuse", () => {
  test("a duplicate name is refused by line, however nested", async () => {
    const text = JSON.stringify(one, null, 2);
    for (const [written, twice] of [
      ['"visitCharged": {', '"visitCharged": {\n "practiceId": "other",'],
      ['"audit": {', '"audit": {\n "canAutoCharge": true,'],
      ['"eventId":', String.raw`"\u0065ventId": "x",${"\n"}"eventId":`],
    ] as const) {
      const { events, refused } = await read(`[${text.replace(written, twice)},\n${JSON.stringify(two)}]`);
      expect(events).toEqual([two]);
      expect(refused[0]?.faults[0]?.message).toMatch(
        /^“(practiceId|canAutoCharge|eventId)” is there twice, at line \d+, and only one can be right/,
      );
    }
  });

  test("numbers that would be rounded and deep nesting are refused", async () => {
    const text = JSON.stringify(one, null, 2);
    const rounded = text.replace(/"amount": [\d.]+/, '"amount": 1.100000000000000000000001');
    expect((await read(rounded)).refused[0]?.faults[0]?.message).toMatch(/^The number at line \d+ has more/);
    const deep = text.replace('"audit": {', `"audit": {"x": ${"[".repeat(80)}${"]".repeat(80)},`);
    expect((await read(deep)).refused[0]?.faults[0]?.message).toMatch(/nested too deep/);
  });
});

describe("accepted", () => {
  test("members in another case are known; unknown ones stay", async () => {
    const upper = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(upper);
      if (typeof value !== "object" || value === null) return value;
      const members = Object.entries(value).map(([name, member]) => [
        `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
        upper(member),
      ]);
      return Object.fromEntries(members);
    };
    const given = [{ ...Object(upper(one)), Meta: { Status: "kept" } }, { AutoChargedEvent: upper(two) }];
    const { events, refused } = await read(JSON.stringify(given));
    expect(refused).toEqual([]);
    expect(events).toEqual([{ ...one, Meta: { Status: "kept" } }, two]);
  });

  const body = JSON.stringify({ AutoChargedEvent: one });
  test.each([
    ["one event", JSON.stringify(one), [one]],
    ["a request's body", body, [one]],
    ["an indented event", JSON.stringify(one, null, 2), [one]],
    ["a list", JSON.stringify([one, two]), [one, two]],
    [
      "an indented list of requests' bodies",
      JSON.stringify([{ AutoChargedEvent: one }, two], null, 2),
      [one, two],
    ],
    ["one per line", `${JSON.stringify(one)}\n${body}\n`, [one, one]],
    ["lists in lines", `${JSON.stringify([one, two])}\n${JSON.stringify([one])}`, [one, two, one]],
    ["CRLF", `${JSON.stringify(one)}\r\n${JSON.stringify(two)}\r\n`, [one, two]],
    ["objects one after the other", JSON.stringify(one, null, 1) + JSON.stringify(two, null, 1), [one, two]],
    ["a byte order mark", `\uFEFF${JSON.stringify([one])}`, [one]],
    ["UTF-16, little end first", utf16(`\uFEFF${JSON.stringify(one)}`, true), [one]],
    ["UTF-16, big end first", utf16(`\uFEFF${JSON.stringify(one)}`, false), [one]],
    ["UTF-16 without its mark", utf16(JSON.stringify(one), true), [one]],
  ])("%s", async (_name, content, expected) => {
    expect(await read(content)).toEqual({ events: expected, refused: [] });
  });

  test("any events come out as they went in, however formatted", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryEvent, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(0, 2),
        fc.boolean(),
        async (events, indent, isList) => {
          const expected: unknown = JSON.parse(JSON.stringify(events));
          const text = isList
            ? JSON.stringify(events, null, indent)
            : events.map((event) => JSON.stringify(event, null, indent)).join("\n");
          const result = await read(text);
          expect(result.refused).toEqual([]);
          expect(result.events).toStrictEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
});

test("several files are read in turn, counting all bytes", async () => {
  const sources = [
    { name: "a.json", blob: new Blob([JSON.stringify(one)]) },
    { name: "b.pdf", blob: new Blob(["%PDF-1"]) },
    { name: "c.ndjson", blob: new Blob([JSON.stringify(two)]) },
  ];
  const batches: ReadBatch[] = [];
  for await (const batch of readSources(sources, { pause })) batches.push(batch);
  expect(batches.flatMap((batch) => batch.events)).toEqual([one, two]);
  expect(batches.flatMap((batch) => batch.refused).map((item) => item.file)).toEqual(["b.pdf"]);
  expect(batches.at(-1)?.bytesRead).toBe(sources.reduce((sum, source) => sum + source.blob.size, 0));
});

test("it can be stopped, and gives what it had", async () => {
  const blob = new Blob([
    Array.from({ length: 500 }, (_, seed) => JSON.stringify(buildEvent({ seed }))).join("\n"),
  ]);
  const stop = new AbortController();
  let count = 0;
  const run = async () => {
    const options = { pause, signal: stop.signal, sliceMs: 0 };
    for await (const batch of readSources([{ name: "many.ndjson", blob }], options)) {
      count += batch.events.length;
      if (count >= 20) stop.abort();
    }
  };
  await expect(run()).rejects.toThrow(/abort/i);
  expect(count).toBe(20);
});

test("reading yields after each slice of time, however many events", async () => {
  const text = Array.from({ length: 300 }, (_, seed) => JSON.stringify(buildEvent({ seed }))).join("\n");
  const source = { name: "many.ndjson", blob: new Blob([text]) };
  // A clock that advances by one on each reading: each event takes a millisecond.
  let clock = 0;
  const now = () => (clock += 1);
  const sizes: number[] = [];
  for await (const batch of readSources([source], { pause, now, sliceMs: 12 }))
    sizes.push(batch.events.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(300);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(12);
});
