import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeImage, toRGBA8, type IFD } from "utif2";
import { readDirectories } from "./read-directories.ts";

/** Two pages of 200 by 60 pixels, Group 4, as a fax of standard resolution (204 by 98): made by libtiff. */
const fax = Uint8Array.from(
  atob(
    "SUkqACYAAAAmoZIv//////IaDL/////////////x//////gAgAgMAAABAwABAAAAyAAAAAEBAwABAAAAPAAAAAIBAwABAAAAAQAAAAMBAwABAAAABAAAAAYBAwABAAAAAQAAABEBBAABAAAACAAAABYBAwABAAAAPAAAABcBBAABAAAAHgAAABoBBQABAAAAvAAAABsBBQABAAAAxAAAABwBAwABAAAAAQAAACgBAwABAAAAAgAAAPwAAADMAAAAAQAAAGIAAAABAAAAAAAAAElJKgAsAAAAJqGSL///IHgUGX//////////////////////////4///ABABDAAAAQMAAQAAAMgAAAABAQMAAQAAADwAAAACAQMAAQAAAAEAAAADAQMAAQAAAAQAAAAGAQMAAQAAAAEAAAARAQQAAQAAANgAAAAWAQMAAQAAADwAAAAXAQQAAQAAACQAAAAaAQUAAQAAAJIBAAAbAQUAAQAAAJoBAAAcAQMAAQAAAAEAAAAoAQMAAQAAAAIAAAAAAAAAzAAAAAEAAABiAAAAAQAAAAAAAAAAAAAAAAAAAAAA",
  ),
  (letter) => letter.charCodeAt(0),
);

function dark(file: Uint8Array, page: number, x: number, y: number): boolean {
  const found = readDirectories(file)[page];
  if (!found) throw new Error("no such page");
  const image = { ...found.tags } as unknown as IFD;
  decodeImage(file.slice().buffer, image);
  return toRGBA8(image)[(y * found.width + x) * 4] === 0;
}

describe("readDirectories", () => {
  it("finds a fax's pages, which the decoder then draws", () => {
    const pages = readDirectories(fax);
    expect(pages.map((page) => [page?.width, page?.height])).toEqual([
      [200, 60],
      [200, 60],
    ]);
    expect(pages[0]?.stretch).toBeCloseTo(204 / 98);
    expect(dark(fax, 0, 50, 30)).toBe(true);
    expect(dark(fax, 0, 150, 30)).toBe(false);
    expect(dark(fax, 1, 150, 30)).toBe(true);
  });

  it("draws nothing that is larger than memory", () => {
    const huge = new Uint8Array([
      0x49,
      0x49,
      42,
      0,
      8,
      0,
      0,
      0,
      2,
      0,
      ...tag(256, 4_000_000),
      ...tag(257, 4_000_000),
      0,
      0,
      0,
      0,
    ]);
    expect(readDirectories(huge)).toEqual([undefined]);
  });

  it("draws nothing of a picture cut off in the file", () => {
    const tags = [...tag(256, 8), ...tag(257, 2), ...tag(273, 62), ...tag(279, 2)];
    const whole = new Uint8Array([0x49, 0x49, 42, 0, 8, 0, 0, 0, 4, 0, ...tags, 0, 0, 0, 0, 0xaa, 0xaa]);
    expect(readDirectories(whole)).toMatchObject([{ width: 8 }]);
    expect(readDirectories(whole.slice(0, -1))).toEqual([undefined]);
  });

  it("ends on directories in a circle", () => {
    const circle = new Uint8Array([0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0, 8, 0, 0, 0]);
    expect(readDirectories(circle)).toHaveLength(1);
  });

  it("comes to an end for any file", () => {
    const change = fc.record({ at: fc.nat(fax.length - 1), by: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), fc.nat(fax.length), (changes, length) => {
        const file = fax.slice(0, Math.max(8, length));
        for (const { at, by } of changes) if (at > 3 && at < file.length) file[at] = by;
        expect(readDirectories(file).length).toBeLessThanOrEqual(500);
      }),
    );
  });
});

function tag(name: number, value: number): number[] {
  const long = (number: number) => [0, 8, 16, 24].map((shift) => (number >>> shift) & 255);
  return [name & 255, name >> 8, 4, 0, ...long(1), ...long(value)];
}
