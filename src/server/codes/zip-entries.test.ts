import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { BrokenZip, unpacked, zipEntries, ZipTooLarge } from "./zip-entries.ts";

const level = fc.constantFrom<0 | 6>(0, 6);
const file = fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), level);

test("what an archive holds is found, copied only if packed", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1 }), file, { noNullPrototype: true }), (files) => {
      const archive = zipSync(
        Object.fromEntries(Object.entries(files).map(([name, [bytes, level]]) => [name, [bytes, { level }]])),
      );
      const found = new Map(Array.from(zipEntries(archive), (entry) => [entry.name, entry]));
      expect(new Set(found.keys())).toEqual(new Set(Object.keys(files)));
      for (const [name, [bytes, level]] of Object.entries(files)) {
        const entry = found.get(name);
        const content = entry && unpacked(entry, 40);
        expect(Uint8Array.from(content ?? [])).toEqual(bytes);
        if (level === 0) expect(content?.buffer).toBe(archive.buffer);
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
      try {
        for (const entry of zipEntries(broken)) {
          const content = unpacked(entry, 1000);
          if (entry.isStored) expect(content.byteOffset + content.length).toBeLessThanOrEqual(broken.length);
        }
      } catch (error) {
        expect(error).toSatisfy((cause) => cause instanceof BrokenZip || cause instanceof RangeError);
      }
    }),
    { numRuns: 300 },
  );
});

test("files that overlap are refused", () => {
  const archive = Buffer.from(zipSync({ "a.txt": [Buffer.alloc(1000, "a"), { level: 0 }] }));
  const [head, end] = [archive.indexOf("PK\u0001\u0002"), archive.indexOf("PK\u0005\u0006")];
  const twice = Buffer.concat([archive.subarray(0, end), archive.subarray(head)]);
  twice.writeUInt16LE(2, twice.length - 22 + 10);
  expect(() => [...zipEntries(twice)]).toThrow(BrokenZip);
  expect([...zipEntries(archive)]).toHaveLength(1);
});

test("a packed file is unpacked no further than allowed", () => {
  const packed = deflateRawSync(Buffer.alloc(50 * 1024 * 1024));
  expect(() => unpacked({ name: "a.txt", isStored: false, packed }, 1000)).toThrow(ZipTooLarge);
  expect(() => unpacked({ name: "a.txt", isStored: false, packed: Buffer.from("x") }, 1000)).toThrow(
    BrokenZip,
  );
});
