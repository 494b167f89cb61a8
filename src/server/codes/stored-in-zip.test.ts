import fc from "fast-check";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { storedInZip } from "./stored-in-zip.ts";

const level = fc.constantFrom<0 | 6>(0, 6);
const file = fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), level);

test("what an archive holds unpacked is found, and never copied", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), file, { noNullPrototype: true }), (files) => {
      const archive = zipSync(
        Object.fromEntries(Object.entries(files).map(([name, [bytes, level]]) => [name, [bytes, { level }]])),
      );
      const found = storedInZip(archive);
      const stored = Object.entries(files).filter(([, [, level]]) => level === 0);
      expect(new Set(found.keys())).toEqual(new Set(stored.map(([name]) => name)));
      for (const [name, [bytes]] of stored) {
        expect(Uint8Array.from(found.get(name) ?? [])).toEqual(bytes);
        expect(found.get(name)?.buffer).toBe(archive.buffer);
      }
    }),
    { numRuns: 100 },
  );
});

test("a broken archive is never read beyond its end", () => {
  const archive = zipSync({ "a.txt": [new Uint8Array(30).fill(65), { level: 0 }] });
  fc.assert(
    fc.property(fc.nat(archive.length), fc.nat(archive.length - 1), fc.nat(255), (length, at, byte) => {
      const broken = archive.slice(0, length);
      broken[at] = byte;
      let found: ReadonlyMap<string, Uint8Array> = new Map();
      try {
        found = storedInZip(broken);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
      for (const content of found.values())
        expect(content.byteOffset + content.length).toBeLessThanOrEqual(broken.length);
    }),
    { numRuns: 300 },
  );
});
