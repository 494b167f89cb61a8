import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "libsql";
import { Client } from "pg";
import { hashOfSessionId } from "#room/server/sessions/sessions.ts";
import { postgresPrograms, startPostgres } from "#room/server/store/test-postgres-cluster.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { memoryOf } from "./memory-of.ts";
import { type Bench, type Measure, median } from "./measure.ts";

const consoles = 1000;
/** Two people with a console each wait for the changes of a practice. */
const perPractice = 2;
const waitSeconds = 25;
const warmCalls = 3000;
const measuredSeconds = 25;
/** A visit changes so often while all wait. */
const changeEveryMs = 1000;
const practice = (index: number) => buildGuid(9, Math.floor(index / perPractice));
const idOf = (index: number) => `waiting-${index}`;

/** Statements that add a person with a session for each console. */
function people(): string[] {
  const now = Date.now();
  const all = Array.from({ length: consoles }, (_, index) => ({
    person: `('w${index}', 'w${index}', 'lead', '[]', '["${practice(index)}"]', 0, ${now})`,
    session: `('${hashOfSessionId(idOf(index))}', 'w${index}')`,
  }));
  return [
    `insert into person (name, name_key, role, rights, practices, disabled, created_at) values ${all.map(({ person }) => person).join()}`,
    `insert into session (id_hash, user_id, created_at, last_seen_at, expires_at, remember, browser, began_by)
      select hash, user_id, ${now}, ${now}, ${now + 86_400_000}, 0, 'Bench', 'credentials'
      from (select '' as hash, '' as name union all values ${all.map(({ session }) => session).join()}) as waiting
      join person on person.name = waiting.name`,
  ];
}

async function fill(server: ServerProcess, postgresUrl: string | undefined): Promise<void> {
  await server.start();
  await server.stop();
  if (postgresUrl === undefined) {
    const database = new Database(server.databaseFile);
    for (const sql of people()) database.exec(sql);
    database.close();
    return;
  }
  const client = new Client({ connectionString: postgresUrl });
  await client.connect();
  for (const sql of people()) await client.query(sql);
  await client.end();
}

interface Told {
  answers: number;
  readonly faults: string[];
  /** When each console was told of the visit that changed last. */
  at: number[];
}

/** A console: asks again as soon as it is answered. */
function waitFor(url: string, index: number, since: number, told: Told): () => void {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const ask = (from: number) => {
    const body = JSON.stringify({ since: from, waitSeconds });
    socket.write(
      `POST /json/reply/ChangesRequest HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-background: 1\r\nauthorization: Bearer ${idOf(index)}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  };
  let text = "";
  socket.on("connect", () => ask(since));
  socket.on("error", (error) => told.faults.push(error.message));
  socket.on("data", (part) => {
    text += part.toString("latin1");
    const answer = /"changeNumber":(\d+),"visits":\[(.*?)\].*\}$/.exec(text);
    if (!answer && text.includes("HTTP/1.1 200")) return;
    if (!answer) told.faults.push(text.slice(0, 300));
    text = "";
    told.answers += 1;
    if (answer?.[2] !== "") told.at.push(performance.now());
    ask(Number(answer?.[1] ?? since));
  });
  return () => socket.destroy();
}

/** Seconds of processor that a process has used. */
function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

async function shareOfCore(pid: number, seconds: number): Promise<number> {
  const before = processorOf(pid);
  await sleep(seconds * 1000);
  return ((processorOf(pid) - before) / seconds) * 100;
}

/** All wait, spread over the length of a wait, as people come; returns what ends them. */
async function allWait(url: string, since: number, told: Told): Promise<(() => void)[]> {
  const ends: (() => void)[] = [];
  for (let index = 0; index < consoles; index += 1) {
    ends.push(waitFor(url, index, since, told));
    if (index % 40 === 39) await sleep((waitSeconds * 1000 * 40) / consoles);
  }
  await sleep(5000);
  return ends;
}

/** The floor: a bare node:http server in its own process that answers each after the wait, and knows nothing. */
const bareProgram = `
const text = JSON.stringify({ changeNumber: 1, visits: [], isTooOld: false });
require("node:http").createServer((request, response) => {
  request.resume();
  request.on("end", () => setTimeout(() => {
    response.writeHead(200, { "content-type": "application/json", "content-length": text.length });
    response.end(text);
  }, ${waitSeconds * 1000}));
}).listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;

async function measureBare(): Promise<number> {
  const child = spawn(process.execPath, ["-e", bareProgram], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const told: Told = { answers: 0, faults: [], at: [] };
  const ends = await allWait(`http://127.0.0.1:${String(line).trim()}`, 1, told);
  const share = await shareOfCore(child.pid ?? 0, measuredSeconds);
  for (const end of ends) end();
  child.kill();
  return share;
}

async function measure(name: string, bare: number, postgresUrl?: string): Promise<Measure[]> {
  const server = new ServerProcess(postgresUrl === undefined ? {} : { DATABASE_URL: postgresUrl });
  const told: Told = { answers: 0, faults: [], at: [] };
  const ends: (() => void)[] = [];
  try {
    await fill(server, postgresUrl);
    await server.start();
    const wire = new WireClient(server.url);
    await wire.signIn("casey");
    const { changeNumber } = await wire.call("listChanges", {});
    // What code that has run takes is no cost of those who wait.
    for (let call = 0; call < warmCalls; call += 1) await wire.call("listChanges", { since: changeNumber });
    const before = memoryOf(server.pid);
    ends.push(...(await allWait(server.url, changeNumber, told)));
    const atRest = await shareOfCore(server.pid, measuredSeconds);
    const more = memoryOf(server.pid) - before;
    const delays: number[] = [];
    const over = new AbortController();
    const changing = async () => {
      for (let seed = 1; !over.signal.aborted; seed += 1) {
        told.at = [];
        const began = performance.now();
        const event = buildEvent({ seed, visit: { practiceId: practice(seed * 7) } });
        await wire.call("chargeVisit", { AutoChargedEvent: event });
        await sleep(changeEveryMs);
        delays.push(...told.at.map((at) => at - began));
      }
    };
    const changes = changing();
    const changingShare = await shareOfCore(server.pid, measuredSeconds);
    over.abort();
    await changes;
    if (told.faults.length > 0) throw new Error(`${told.faults.length} failed: ${told.faults[0]}`);
    const each = `${name}, ${consoles} consoles wait`;
    return [
      { name: `${each}: processor`, value: atRest, unit: "% of a core", atMost: 20 },
      { name: `${each}: processor, beside bare node:http`, value: atRest, unit: "% of a core", floor: bare },
      { name: `${each}: memory`, value: more, unit: "MB more", atMost: 60 },
      { name: `${each}, a visit changes each second: processor`, value: changingShare, unit: "% of a core" },
      { name: "until those who may see it are told, half of them", value: median(delays), unit: "ms" },
    ];
  } finally {
    for (const end of ends) end();
    await server.dispose();
  }
}

/** What consoles that only wait for changes cost a process, on either engine. */
export const bench: Bench = async () => {
  const bare = await measureBare();
  const measures = await measure("SQLite", bare);
  const programs = postgresPrograms();
  if (programs === undefined) return measures;
  const cluster = await startPostgres(programs);
  try {
    return [...measures, ...(await measure("PostgreSQL", bare, cluster.url))];
  } finally {
    await cluster.stop();
  }
};
