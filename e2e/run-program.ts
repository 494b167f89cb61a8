import { spawnSync } from "node:child_process";
import { join } from "node:path";

const built = join(import.meta.dirname, "..", "dist", "server");

/** A file that is neither a certificate nor a database. */
export const program = join(built, "main.js");

/** Runs one of the built programs until it exits. */
export function run(program: string, words: readonly string[], env: Record<string, string> = {}, input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(built, `${program}.js`), ...words], {
    encoding: "utf8",
    input,
    timeout: 60_000,
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}
