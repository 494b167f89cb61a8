import { expect, test } from "vitest";
import { csvOf } from "#room/billing/csv.ts";
import { readRows } from "./file-export.tsx";

const bytes = (text: string) => new TextEncoder().encode(text);

function streamOf(parts: readonly string[], error?: Error) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(bytes(part));
      if (error) controller.error(error);
      else controller.close();
    },
  });
}

test("rows are counted, not the lines within their texts", async () => {
  const text = csvOf([["Issue"], ['Said "no"\r\nand left'], ["plain"]]);
  const told: number[] = [];
  const { blob, rows } = await readRows(streamOf(text.match(/[\s\S]{1,3}/g) ?? []), (count) =>
    told.push(count),
  );
  expect(rows).toBe(2);
  expect(told.at(-1)).toBe(2);
  expect(await blob.arrayBuffer()).toEqual(bytes(text).buffer);
});

test("a file that breaks off is none", async () => {
  const broken = readRows(streamOf(["a\r\n1\r\n"], new Error("gone")), () => undefined);
  await expect(broken).rejects.toThrow("gone");
});
