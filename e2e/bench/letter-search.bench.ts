import { createHash, randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { mostFound } from "#room/contract/operations/message-search.ts";
import { postgresPrograms, startPostgres } from "#room/server/store/test-postgres-cluster.ts";
import { deliver } from "#room/server/store/message-repository.ts";
import { openStore, type Store } from "#room/server/store/store.ts";
import { MasterKey } from "#room/server/vault/master-key.ts";
import { type Measure, percentile } from "./measure.ts";

const total = 50_000;
const atOnce = 1000;

/** Each word of a letter is twice as seldom as the one before it in the vocabulary's first few, and as Zipf has it later. */
const common = "patient visit the provider please review chart attached authorization payer".split(" ");
const letters = "bcdfghjklmnprstvwz";
const vocabulary = Array.from({ length: 20_000 }, (_, n) => {
  const at = (place: number) => letters[Math.floor(n / 18 ** place) % 18] ?? "";
  return `${at(0)}a${at(1)}e${at(2)}o${at(3)}`;
});

function numbers(seed: number) {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function letterOf(number: number) {
  const random = numbers(number + 1);
  const some = (count: number) =>
    Array.from({ length: count }, () => vocabulary[Math.floor(20_000 ** random()) - 1] ?? "");
  return {
    sender: `desk${number % 40}@elsewhere.example`,
    to: ["casey@direct.example"],
    cc: [],
    createdTime: undefined,
    subject: `${common[number % 10]} ${some(3).join(" ")}`,
    textBody: [...common.filter(() => random() < 0.5), ...some(60)].join(" "),
    htmlBody: undefined,
    attachments: [],
    size: 1000,
    receivedAt: 1_700_000_000_000 + number * 60_000,
  };
}

/** What is typed: often seen, seldom seen and never seen, several together, and what stands in quotes. */
const typed = [
  "patient",
  "strep culture",
  vocabulary[3],
  vocabulary[300],
  vocabulary[19_000],
  `patient ${vocabulary[40]}`,
  `review ${vocabulary[2000]}`,
  `${vocabulary[60]} ${vocabulary[90]}`,
  `the provider ${vocabulary[15_000]}`,
  "desk7 elsewhere",
  "nothing at all",
].filter((text) => text !== undefined);
const keys = typed.flatMap((text) => Array.from(text, (_, length) => text.slice(0, length + 1)));

async function filled(store: Store): Promise<number> {
  const { userId } = await store.users.add({
    name: "casey",
    role: "lead",
    addresses: ["casey@direct.example"],
    createdAt: 1,
  });
  const seal = await store.vault.sealer();
  for (let at = 0; at < total; at += atOnce)
    await store.db.transaction().execute(async (db) => {
      for (let index = at; index < at + atOnce; index += 1)
        await deliver({ db, vault: store.vault, seal }, letterOf(index), { mailboxes: [userId] });
    });
  return userId;
}

async function timesOf(store: Store, userId: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (const round of [0, 1, 2])
    for (const text of keys) {
      const startedAt = performance.now();
      await store.messages.search(userId, { text, folder: "all", limit: mostFound, before: undefined });
      if (round > 0) times.push(performance.now() - startedAt);
    }
  return times;
}

async function measured(engine: string, url: string, isSealed: boolean): Promise<Measure[]> {
  const dataKey = isSealed ? [new MasterKey(createHash("sha256").update("bench").digest())] : [];
  const store = await openStore(url, { dataKey });
  try {
    const times = await timesOf(store, await filled(store));
    const name = `${total} letters, a key, on ${engine}${isSealed ? ", sealed" : ""}`;
    return [
      { name: `${name}: p99`, value: percentile(times, 0.99), unit: "ms", atMost: 100 },
      { name: `${name}: slowest`, value: Math.max(...times), unit: "ms" },
      { name: `${name}: median`, value: percentile(times, 0.5), unit: "ms" },
    ];
  } finally {
    await store.close();
  }
}

/** A word typed key by key, searched for in 50,000 letters by the database. */
export async function bench(): Promise<readonly Measure[]> {
  const measures: Measure[] = [];
  for (const isSealed of [false, true]) {
    const file = join(tmpdir(), `letters-${randomUUID()}.db`);
    measures.push(...(await measured("SQLite", `file:${file}`, isSealed)));
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
  }
  const programs = postgresPrograms();
  if (programs === undefined) return measures;
  const cluster = await startPostgres(programs);
  try {
    const client = new Client({ connectionString: cluster.url });
    await client.connect();
    for (const name of ["plain", "sealed"]) await client.query(`create database ${name}`);
    await client.end();
    for (const isSealed of [false, true])
      measures.push(
        ...(await measured(
          "PostgreSQL",
          cluster.url.replace(/[^/]*$/, isSealed ? "sealed" : "plain"),
          isSealed,
        )),
      );
  } finally {
    await cluster.stop();
  }
  return measures;
}
