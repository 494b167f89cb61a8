import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { beSoleServer } from "./sole-server.ts";
import { openStore } from "./store.ts";

test("a second server on SQLite’s file is refused", { timeout: 30_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "sole-"));
  const url = `file:${join(folder, "console.db")}`;
  try {
    const letGo = beSoleServer(url);
    expect(() => beSoleServer(url)).toThrow(/another server has open: stop that one first/);
    // The command line's tools still open it.
    await (await openStore(url)).close();
    letGo();
    beSoleServer(url)();
    beSoleServer(":memory:")();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
