import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";

/** Builds the program of a thread as the server's build does, for tests that run from source. */
export async function builtSideProgram(entry: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), "side-program-"));
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir,
      target: "node20",
      minify: false,
      rolldownOptions: { output: { entryFileNames: "program.mjs" } },
    },
  });
  return join(outDir, "program.mjs");
}
