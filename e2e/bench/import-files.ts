import { spawnSync } from "node:child_process";
import { join } from "node:path";

const command = join(import.meta.dirname, "..", "..", "dist", "server", "codes.js");

/** Runs the command and reads its peak memory from its own report. */
export function importFiles(
  databaseUrl: string,
  words: readonly string[],
): { seconds: number; megabytes: number } {
  const report = "process.on('exit', () => console.log('peak', process.resourceUsage().maxRSS))";
  const startedAt = performance.now();
  const { stdout, status, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(report)}`, command, "import", ...words],
    { env: { ...process.env, DATABASE_URL: databaseUrl }, encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, megabytes: Number(/peak (\d+)/.exec(stdout)?.[1]) / 1024 };
}
