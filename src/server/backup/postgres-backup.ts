import { Client } from "pg";
import { BackupFault } from "./backup-fault.ts";
import { runProgram } from "./run-program.ts";
import { markRestored } from "#room/server/store/settle-restore.ts";

/** The database's address without its password, since everyone can read a program's arguments. */
function connectionOf(databaseUrl: string): { address: string; env: NodeJS.ProcessEnv } {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = "";
  return {
    address: url.href,
    env: { ...process.env, ...(password === "" ? {} : { PGPASSWORD: password }) },
  };
}

async function run(program: string, words: readonly string[], env = process.env): Promise<void> {
  const { code, complaint } = await runProgram(program, words, env).catch((cause: unknown) => {
    const missing = `${program} could not be started; it comes with PostgreSQL's own programs.`;
    throw new BackupFault(missing, { cause });
  });
  if (code !== 0) throw new BackupFault(`${program} said: ${complaint}`);
}

/** pg_dump: one snapshot, alongside writers. */
export async function backUp(databaseUrl: string, file: string): Promise<void> {
  const { address, env } = connectionOf(databaseUrl);
  await run("pg_dump", ["--format=custom", "--no-owner", `--file=${file}`, `--dbname=${address}`], env);
}

/** Reads the whole dump without restoring it. */
export async function check(file: string): Promise<void> {
  await run("pg_restore", ["--file=/dev/null", file]);
}

async function withClient<T>(connectionString: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString });
  await client.connect();
  return work(client).finally(() => client.end());
}

export async function restore(databaseUrl: string, file: string): Promise<void> {
  const { rowCount } = await withClient(databaseUrl, (client) =>
    client.query("select 1 from pg_tables where schemaname = current_schema() limit 1"),
  );
  if (rowCount !== 0)
    throw new BackupFault("The database has tables already, and nothing is written over. Make an empty one.");
  const { address, env } = connectionOf(databaseUrl);
  const words = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"];
  await run("pg_restore", [...words, `--dbname=${address}`, file], env);
  await withClient(databaseUrl, async (client) => {
    for (const statement of markRestored(Date.now())) await client.query(statement);
  });
}
