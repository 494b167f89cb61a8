import { expect, it } from "vitest";
import { base64ToBlob } from "./base64-to-blob.ts";

it("a large file comes whole, with line breaks or without", async () => {
  const bytes = Uint8Array.from({ length: 2 ** 20 * 2 + 1 }, (_, at) => (at * 31) % 251);
  const text = Buffer.from(bytes).toString("base64");
  for (const written of [text, text.replaceAll(/(.{76})/g, "$1\r\n")]) {
    const blob = await base64ToBlob(written, "application/pdf");
    expect(blob.type).toBe("application/pdf");
    expect(Buffer.from(await blob.arrayBuffer()).equals(bytes)).toBe(true);
  }
});

it("nothing is read after what is no base64", async () => {
  const text = `AAAA*${"AAAA".repeat(2 ** 19)}`;
  expect((await base64ToBlob(text, "")).size).toBe(3);
});
