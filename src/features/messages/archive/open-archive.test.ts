import { strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { openArchive } from "./open-archive.ts";

const text = (words: string) => strToU8(words);

const archive = zipSync({
  "README.TXT": text("read me"),
  IHE_XDM: { SUBSET01: { "METADATA.XML": text("<x/>"), "DOC0001.XML": text("a".repeat(100_000)) } },
});

it("lists an archive's files by path, unpacked", () => {
  const opened = openArchive(archive);
  expect("files" in opened && opened.files.map(({ path, bytes }) => [path, bytes.length])).toEqual([
    ["README.TXT", 7],
    ["IHE_XDM/SUBSET01/METADATA.XML", 4],
    ["IHE_XDM/SUBSET01/DOC0001.XML", 100_000],
  ]);
});

it("an archive with too much or too many is refused", () => {
  expect(openArchive(archive, { files: 2, bytes: 1e9 })).toEqual({ fault: "It has more than 2 files." });
  const million = 2 ** 20;
  const bomb = zipSync({ bomb: new Uint8Array(3 * million) });
  const fault = "Its files take more than 2 MB when they are unpacked.";
  expect(openArchive(bomb, { files: 2, bytes: 2 * million })).toEqual({ fault });
  // The directory says it is small: what is counted is what comes out.
  const lie = bomb.slice();
  const view = new DataView(lie.buffer);
  const directory = view.getUint32(lie.length - 6, true);
  view.setUint32(directory + 24, 10, true);
  expect(openArchive(lie, { files: 2, bytes: 2 * million })).toEqual({ fault });
});

it.each(["../out.txt", "a/../../out.txt", "/etc/out", String.raw`..\out.txt`, "C:/out.txt"])(
  "a name that points outside is refused: %s",
  (name) => {
    expect(openArchive(zipSync({ [name]: text("x") }))).toEqual({
      fault: "The name of a file in it points outside of the archive.",
    });
  },
);

it("a damaged archive is refused, not half shown", () => {
  const damaged = { fault: "It is damaged, or protected by a password." };
  expect(openArchive(archive.slice(0, archive.length - 40))).toEqual(damaged);
  expect(openArchive(new Uint8Array(0))).toEqual(damaged);
  const other = archive.slice();
  new DataView(other.buffer).setUint32(
    new DataView(other.buffer).getUint32(other.length - 6, true) + 24,
    9,
    true,
  );
  expect(openArchive(other)).toEqual({ fault: "What is in it differs from its own list of files." });
});
