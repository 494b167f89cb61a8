import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";

/** A temporary PostgreSQL for one test run. */
export interface PostgresCluster {
  /** The URL of its administration database. A standby’s only answers what its primary has. */
  readonly url: string;
  /** Stops the server as a restart or a crash does; `start` brings it back on the same port. */
  halt(how: "fast" | "crash"): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const programsRoot = "/usr/lib/postgresql";

/** The folder of PostgreSQL's programs on this machine, newest version first; undefined when not installed. */
export function postgresPrograms(): string | undefined {
  try {
    const versions = readdirSync(programsRoot).sort((left, right) => Number(right) - Number(left));
    return versions[0] === undefined ? undefined : join(programsRoot, versions[0], "bin");
  } catch {
    return undefined;
  }
}

/** PostgreSQL refuses to run as root, so a root test run uses another user of the machine. */
export function runAs(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (!user) throw new Error("PostgreSQL does not run as root, and there is no user postgres or nobody");
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === "string") throw new Error("No free port");
  return address.port;
}

async function run(program: string, parameters: string[], who: { uid?: number; gid?: number }) {
  const child = spawn(program, parameters, { ...who, cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
  let complaint = "";
  child.stderr.on("data", (text: Buffer) => {
    complaint += text.toString();
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${program} failed: ${complaint}`);
}

async function untilItAnswers(url: string, server: ChildProcess): Promise<void> {
  // A limit, not a wait: a busy machine may take long to start it.
  for (let attempt = 0; attempt < 1000 && server.exitCode === null; attempt += 1) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch {
      await sleep(50);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error("PostgreSQL did not start");
}

/**
 * Creates and starts a cluster on a free loopback port, in a temporary folder, or in a permanent one whose cluster is
 * reused.
 */
export async function startPostgres(
  programs: string,
  stays?: string,
  { isDurable = false, replicaOf }: { isDurable?: boolean; replicaOf?: PostgresCluster } = {},
): Promise<PostgresCluster> {
  const directory = stays ?? mkdtempSync(join(tmpdir(), "console-postgres-"));
  mkdirSync(directory, { recursive: true });
  const who = runAs();
  if (who.uid !== undefined && who.gid !== undefined) chownSync(directory, who.uid, who.gid);
  const data = join(directory, "data");
  const initdb = ["-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"];
  const copy = replicaOf && ["-D", data, "-d", replicaOf.url, "-R", "-c", "fast", "-N"];
  if (copy) await run(join(programs, "pg_basebackup"), copy, who);
  else if (!existsSync(data)) await run(join(programs, "initdb"), initdb, who);
  // Only now, since making the cluster takes a second in which another could take the port.
  const port = await freePort();
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${directory}`];
  const spawnServer = () =>
    spawn(
      join(programs, "postgres"),
      [
        "-D",
        data,
        ...settings.flatMap((setting) => ["-c", setting]),
        "-c",
        "max_connections=200",
        ...(isDurable ? [] : ["-c", "fsync=off", "-c", "full_page_writes=off"]),
      ],
      { ...who, cwd: "/", stdio: "ignore" },
    );
  let server = spawnServer();
  const url = `postgres://tester@127.0.0.1:${port}/postgres`;
  const halt = async (how: "fast" | "crash") => {
    // PostgreSQL's signals for a fast and an immediate shutdown.
    if (server.exitCode === null && server.kill(how === "fast" ? "SIGINT" : "SIGQUIT"))
      await once(server, "exit");
  };
  const start = async () => {
    server = spawnServer();
    await untilItAnswers(url, server);
  };
  const stop = async () => {
    await halt("fast");
    if (stays === undefined) rmSync(directory, { recursive: true, force: true });
  };
  try {
    await untilItAnswers(url, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, halt, start, stop };
}
