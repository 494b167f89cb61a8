import { existsSync } from "node:fs";
import { join } from "node:path";

/** The programs of threads: each is built as a file of its own, next to the server's. */
export type SideProgram = "mail-reader" | "code-file-reader";

/** The built program's file; undefined when running from source, where its work is done in this thread. */
export function sideProgram(name: SideProgram): string | undefined {
  // What the programs share is built into a folder beneath.
  const folders = [import.meta.dirname, join(import.meta.dirname, "..")];
  return folders.map((folder) => join(folder, `${name}.js`)).find((file) => existsSync(file));
}
