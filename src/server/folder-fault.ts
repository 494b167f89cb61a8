import { mkdtempSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./store/open-sqlite.ts";

/** Why nothing can be written in a folder, as the end of a sentence; undefined if it can. Makes a missing one. */
export function folderFault(folder: string): string | undefined {
  try {
    makeFolder(folder);
    // An own name: several processes may look at once. What access() says is not true of every disk.
    rmdirSync(mkdtempSync(join(folder, ".console-")));
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `the folder ${folder}, in which nothing can be written: ${reason}`;
  }
}
