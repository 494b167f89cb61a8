import { expect, it } from "vitest";
import { readTextFile } from "./read-text.ts";

it("a chosen file is text, or says why not", async () => {
  expect(await readTextFile(new Blob(["J02.9,10/01/2026"]), 1)).toBe("J02.9,10/01/2026");
  expect(await readTextFile(new Blob([new Uint8Array([0xff, 0xfe, 0x4a, 0, 0x30, 0])]), 1)).toBe("J0");
  const workbook = new Blob([new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0])]);
  await expect(readTextFile(workbook, 1)).rejects.toThrow("It isn’t a text file. In Excel, save it as CSV.");
  await expect(readTextFile(new Blob(["1".repeat(1024 ** 2 + 1)]), 1)).rejects.toThrow("up to 1 MB");
  const gone = new Blob(["x"]);
  gone.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotFoundError"));
  await expect(readTextFile(gone, 1)).rejects.toThrow("It may have been moved or changed; choose it again.");
});
