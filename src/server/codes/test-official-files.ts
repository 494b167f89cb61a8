import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PlainFile } from "./unpack-code-file.ts";

/**
 * For tests and benchmarks: the folder of the official files, from CODE_FILES or next to the checkout. Undefined on
 * machines without them; such tests then use only the small files.
 */
export function officialFolder(): string | undefined {
  const named = process.env["CODE_FILES"];
  if (named !== undefined) return named;
  for (let folder = process.cwd(); folder !== dirname(folder); folder = dirname(folder)) {
    const beside = join(folder, "shared", "data");
    if (existsSync(join(beside, "icd10cm_order_2027.txt.gz"))) return beside;
  }
  return undefined;
}

/** Those whose name contains the word, still compressed. */
export function officialFiles(folder: string, word: string): PlainFile[] {
  return readdirSync(folder)
    .filter((name) => name.includes(word) && name.endsWith(".gz"))
    .toSorted()
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}
