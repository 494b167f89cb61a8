import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { OperationKey } from "#room/contract/registry.ts";
import { pathOf } from "#room/server/description/openapi.ts";
import { ServerProcess } from "#e2e/server-process.ts";

export interface Rival {
  readonly name: string;
  readonly url: string;
  readonly pathOf: (key: OperationKey) => string;
  readonly stop: () => void;
}

const patienceMs = 120_000;

async function untilItAnswers(url: string, child: ChildProcess): Promise<boolean> {
  for (
    const until = Date.now() + patienceMs;
    Date.now() < until && child.exitCode === null;
    await sleep(200)
  ) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return true;
  }
  return false;
}

async function descriptionOfOurs(): Promise<string> {
  const server = new ServerProcess();
  try {
    await server.start();
    return await (await fetch(`${server.url}/openapi.json`)).text();
  } finally {
    await server.dispose();
  }
}

/** What a developer might put in the place of the API, fetched by npx; those that do not start are left out. */
export async function* rivals(): AsyncGenerator<Rival> {
  if (process.env["BENCH_RIVALS"] !== "yes") return;
  const folder = mkdtempSync(join(tmpdir(), "console-rivals-"));
  writeFileSync(join(folder, "db.json"), JSON.stringify({ calls: [] }));
  writeFileSync(join(folder, "openapi.json"), await descriptionOfOurs());
  const all = [
    {
      name: "json-server",
      words: ["json-server@0.17.4", "--quiet", "--port", "8391", "db.json"],
      port: 8391,
      pathOf: () => "/calls",
    },
    {
      name: "Prism, from our OpenAPI file",
      words: ["@stoplight/prism-cli@5", "mock", "--port", "8392", "openapi.json"],
      port: 8392,
      pathOf,
    },
  ];
  try {
    for (const { name, words, port, pathOf } of all) {
      const child = spawn("npx", ["--yes", ...words], { cwd: folder, stdio: "ignore", detached: true });
      const stop = () => {
        // npx and what it started.
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid);
      };
      const url = `http://127.0.0.1:${port}`;
      if (await untilItAnswers(url, child)) yield { name, url, pathOf, stop };
      else {
        stop();
        console.log(`  ${name} did not start`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
