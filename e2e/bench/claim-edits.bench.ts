import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import { officialFolder } from "#room/server/codes/test-official-files.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { importFiles } from "./import-files.ts";
import { memoryOf } from "./memory-of.ts";
import { load } from "./load.ts";
import { type Measure, percentile } from "./measure.ts";

/** The version and first day of each quarter of 2026, and a day within it. */
const quarters = [
  ["v320", "01-01-2026", "2026-02-02"],
  ["v321", "04-01-2026", "2026-05-05"],
  ["v322", "07-01-2026", "2026-08-08"],
  ["v323", "10-01-2026", "2026-11-02"],
] as const;

interface MadePair {
  readonly column1: string;
  readonly column2: string;
}

/**
 * The files of a quarter as the console sends them: one by one, each in an uncompressed archive. Returns the peak in
 * megabytes.
 */
async function uploadMemory(
  server: ServerProcess,
  folder: string,
  names: readonly string[],
): Promise<number> {
  const client = new WireClient(server.url);
  await client.signIn("casey");
  const uploadId = "abcdef00000000000000000000000001";
  for (const name of names) {
    const archive = zipSync({ [name]: readFileSync(join(folder, name)) }, { level: 0 });
    const files = [{ fileName: `${name}.zip`, base64: Buffer.from(archive).toString("base64") }];
    await client.call("importCodeSet", { files, uploadId, dryRun: true });
  }
  await client.call("importCodeSet", { files: [], uploadId, acceptsNotice: true });
  return memoryOf(server.pid, "VmHWM");
}

/** Needs a generator of made-up files of full size, next to the official ones. */
export async function bench(): Promise<readonly Measure[]> {
  const maker = join(officialFolder() ?? "", "..", "tools", "make-claim-edits.mjs");
  if (!existsSync(maker)) return [];
  const server = new ServerProcess();
  try {
    const folder = join(server.folder, "made");
    mkdirSync(folder);
    const made = spawnSync(process.execPath, [maker, folder], { encoding: "utf8" });
    if (made.status !== 0) throw new Error(made.stderr);
    const names = readdirSync(folder).filter((name) => !name.endsWith(".json"));
    const { pairs } = JSON.parse(readFileSync(join(folder, "edits.json"), "utf8")) as { pairs: MadePair[] };
    const imports = quarters.map(([version, day]) => {
      const own = join(server.folder, version);
      mkdirSync(own);
      const paths = names.map((name) => {
        const path = join(own, name.replace("v323", version).replace("10-01-2026", day));
        symlinkSync(join(folder, name), path);
        return path;
      });
      return importFiles(`file:${server.databaseFile}`, ["--accept-notice", ...paths]);
    });
    const megabytesOnDisk = statSync(server.databaseFile).size / 1e6;
    await server.start();
    const client = new WireClient(server.url);
    await client.signIn("casey");
    // A restart, so that hashing the password at sign-in is not measured.
    await server.stop();
    await server.start();
    await client.call("checkClaimEdits", { codes: ["J1885", "99213"], svcDate: "2026-11-02" });
    const restMegabytes = memoryOf(server.pid);

    const codes = [...new Set(pairs.flatMap(({ column1, column2 }) => [column1, column2]))];
    const body = (n: number) =>
      JSON.stringify({
        codes: Array.from({ length: 50 }, (_, at) => codes[(n * 389 + at * 97) % codes.length]),
        svcDate: quarters[2 + (n % 2)]?.[2],
      });
    const options = {
      url: `${server.url}/json/reply/ClaimEditsRequest`,
      headers: { authorization: `Bearer ${client.sessionId ?? ""}` },
      connections: 20,
      body,
      answer: '"hasPairs":true',
    };
    // While the server's code is still being compiled, answers take twice as long.
    await load({ ...options, count: 3000 });
    const { times } = await load({ ...options, count: 6000 });
    return [
      {
        name: "import of a quarter beside three others",
        value: imports.at(-1)?.seconds ?? NaN,
        unit: "s",
        atMost: 20,
      },
      {
        name: "its memory",
        value: Math.max(...imports.map(({ megabytes }) => megabytes)),
        unit: "MB",
        atMost: 400,
      },
      { name: "four quarters on disk", value: megabytesOnDisk, unit: "MB", atMost: 300 },
      { name: "server at rest with four quarters", value: restMegabytes, unit: "MB", atMost: 150 },
      {
        name: "a visit of 50 lines, 20 at once, p99",
        value: percentile(times, 0.99),
        unit: "ms",
        atMost: 20,
      },
      { name: "a visit of 50 lines, 20 at once, median", value: percentile(times, 0.5), unit: "ms" },
      { name: "server after it", value: memoryOf(server.pid), unit: "MB" },
      {
        name: "server while the same quarter is uploaded",
        value: await uploadMemory(server, folder, names),
        unit: "MB",
        atMost: 400,
      },
    ];
  } finally {
    await server.dispose();
  }
}
