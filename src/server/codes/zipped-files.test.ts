import fc from "fast-check";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { zippedFiles, ZipTooLarge } from "./zipped-files.ts";

const options = fc.record({ level: fc.constantFrom<0 | 6>(0, 6) });
const file = fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 40 }), options);
const path = fc.stringMatching(/^[a-zé€][\w é€-]{0,9}(?:\/[\w€]{1,9})?\.txt$/);

async function filesOf(archive: Uint8Array, most = 1e6): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {};
  for await (const { name, content } of zippedFiles(archive, most)) files[name] = await content();
  return files;
}

/** The archive, with another unpacked size in both of its heads. */
function claiming(size: number, archive: Uint8Array): Buffer {
  const changed = Buffer.from(archive);
  changed.writeUInt32LE(size, 22);
  changed.writeUInt32LE(size, changed.indexOf("PK\u0001\u0002") + 24);
  return changed;
}

test("what an archive holds is found", async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(path, file, { noNullPrototype: true }), async (files) => {
      const found = await filesOf(zipSync(files));
      const given = Object.entries(files).map(([name, [bytes]]) => [name, Buffer.from(bytes)]);
      expect(found).toEqual(Object.fromEntries(given));
    }),
    { numRuns: 50 },
  );
});

test("a broken archive is refused, or read as it was", async () => {
  const text = Buffer.from("E119 Type 2 diabetes mellitus\n");
  for (const level of [0, 6] as const) {
    const archive = zipSync({ "a.txt": [text, { level }] });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(archive.length),
        fc.nat(archive.length - 1),
        fc.nat(255),
        async (length, at, byte) => {
          const broken = archive.slice(0, length);
          broken[at] = byte;
          const files = await filesOf(broken).catch((error: unknown) => {
            expect(error).toBeInstanceOf(Error);
            return {};
          });
          for (const content of Object.values(files)) expect(content).toEqual(text);
        },
      ),
      { numRuns: 200 },
    );
  }
});

test("files that overlap are refused", async () => {
  const archive = Buffer.from(zipSync({ "a.txt": [Buffer.alloc(1000, "a"), { level: 0 }] }));
  const [head, end] = [archive.indexOf("PK\u0001\u0002"), archive.indexOf("PK\u0005\u0006")];
  const twice = Buffer.concat([archive.subarray(0, end), archive.subarray(head)]);
  twice.writeUInt16LE(2, twice.length - 22 + 8);
  twice.writeUInt16LE(2, twice.length - 22 + 10);
  twice.writeUInt32LE((end - head) * 2, twice.length - 22 + 12);
  await expect(filesOf(twice)).rejects.toThrow("overlap");
  expect(Object.keys(await filesOf(archive))).toEqual(["a.txt"]);
});

test("a packed file is unpacked no further than allowed", async () => {
  const bomb = zipSync({ "a.txt": Buffer.alloc(50 * 1024 * 1024) });
  await expect(filesOf(bomb, 1000)).rejects.toThrow(ZipTooLarge);
  await expect(filesOf(claiming(900, bomb), 1000)).rejects.toThrow("too many bytes");
  await expect(filesOf(claiming(1100, zipSync({ "a.txt": Buffer.alloc(1000) })))).rejects.toThrow(
    "not enough bytes",
  );
});
