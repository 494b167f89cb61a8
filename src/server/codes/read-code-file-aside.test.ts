import { expect, it } from "vitest";
import { builtSideProgram } from "#room/server/aside/test-side-program.ts";
import { codeFileReader } from "./read-code-file-aside.ts";
import { readCodeFile } from "./read-code-file.ts";
import { textFile, year2025, year2026 } from "./test-code-files.ts";

const options = { by: "casey", now: () => new Date("2026-11-02T10:00:00Z"), quarter: "2026Q4" };

it("reads in a thread as here, faults included", async () => {
  const aside = codeFileReader(await builtSideProgram("src/server/codes/code-file-reader.ts"));
  const here = await readCodeFile(year2025, options);
  // The thread is given what it reads.
  const copy = { ...year2025, bytes: Uint8Array.from(year2025.bytes) };
  expect(await aside(copy, options)).toEqual(
    here.map(({ content, ...set }) => ({ ...set, content: new Uint8Array(content) })),
  );
  expect(copy.bytes.byteLength).toBe(0);
  const commas = textFile("list.csv", `code,name\n${",".repeat(11_000_000)}`);
  await expect(aside(commas, options)).rejects.toMatchObject({
    fileName: "list.csv",
    faults: [{ line: 2, message: "has more than 256 columns, which no such list has" }],
  });
  expect(await aside({ ...year2026 }, options)).toHaveLength(1);
});
