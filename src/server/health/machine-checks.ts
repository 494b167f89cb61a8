import { counted } from "#room/contract/primitives/counted.ts";
import { X509Certificate } from "node:crypto";
import { statSync } from "node:fs";
import { readFile, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { sql } from "kysely";
import type { ServerParts } from "#room/server/handler.ts";
import { productVersion } from "#room/server/product-version.ts";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import { sqlitePathOf } from "#room/server/store/open-sqlite.ts";
import { bytesText, type Checked, lengthText } from "./health-words.ts";

const dayMs = 86_400_000;
const minFreeShare = 0.1;
const minFreeBytes = 2 * 1024 ** 3;
/** Certificates are renewed, by people, a few weeks ahead. */
const certificateSoonMs = 21 * dayMs;

/** The database file, if the database is a persistent file. */
function fileOf(databaseUrl: string): string | undefined {
  return databaseUrl.startsWith("file:") ? sqlitePathOf(databaseUrl) : undefined;
}

export function checkVersion(): Checked {
  const up = lengthText(process.uptime() * 1000);
  return {
    value: `version ${productVersion()}, Node ${process.versions.node}, running for ${up}`,
  };
}

export async function checkDatabase({ store, settings }: ServerParts): Promise<Checked> {
  const before = performance.now();
  try {
    await store.ping();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const act = `Nothing can be stored: ${error.reason}. Charges are refused until that is mended.`;
    return { value: "cannot be written to", act };
  }
  const took = Math.ceil(performance.now() - before);
  const file = fileOf(settings.databaseUrl);
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let size = file === undefined ? 0 : sizeOf(file) + sizeOf(`${file}-wal`);
  if (store.kind === "postgres") {
    const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(
      store.db,
    );
    size = Number(rows[0]?.size ?? 0);
  }
  const name = store.kind === "postgres" ? "PostgreSQL" : "SQLite";
  return {
    value: `${name}, ${bytesText(size)}, answers in ${took} ms`,
    ...(took > 1000 ? { act: "The database is slow. Check its machine and its disk." } : {}),
  };
}

export async function checkDisk({ settings }: ServerParts): Promise<Checked | undefined> {
  const file = fileOf(settings.databaseUrl);
  if (file === undefined) return undefined;
  const { bavail, blocks, bsize } = await statfs(dirname(file));
  const free = bavail * bsize;
  const isShort = free < minFreeBytes || free < blocks * bsize * minFreeShare;
  return {
    value: `${bytesText(free)} free of ${bytesText(blocks * bsize)}`,
    ...(isShort ? { act: "Free up space: when the disk is full, no charges are accepted." } : {}),
  };
}

export async function checkCertificate({
  settings,
  now,
}: Pick<ServerParts, "settings" | "now">): Promise<Checked | undefined> {
  if (settings.tlsCert === undefined) return undefined;
  const { validTo } = new X509Certificate(await readFile(settings.tlsCert));
  const left = Date.parse(validTo) - now().getTime();
  const days = counted(Math.max(0, Math.floor(left / dayMs)), "day");
  const value = left > 0 ? `valid for ${days} more` : "expired";
  return {
    value,
    ...(left < certificateSoonMs ? { act: "Renew it, put it at TLS_CERT, and send the server SIGHUP." } : {}),
  };
}
