import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { officialFiles, officialFolder } from "#room/server/codes/test-official-files.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { startEchoServer } from "./echo-server.ts";
import { importFiles } from "./import-files.ts";
import { memoryOf } from "./memory-of.ts";
import { load } from "./load.ts";
import { type Measure, median, percentile } from "./measure.ts";

const years = [2024, 2025, 2026, 2027];

/** What clerks type, letter by letter: words, abbreviations and codes, correct and misspelled. */
const questions = [
  "htn",
  "high blood pressure",
  "dm2",
  "uti",
  "fx wrist",
  "fracture",
  "sprain right ankle",
  "lac finger",
  "copd",
  "uri",
  "chest pain",
  "sob",
  "low back pain",
  "otitis media",
  "strep throat",
  "laceration without foreign body",
  "E11",
  "s72.0",
  "contusion left knee",
  "burn hand",
  "initial encounter",
  "diabetes with",
  "pneumonia",
  "abdominal pain",
  "dog bite",
  "pnuemonia",
  "bronchitus",
  "hemmorhoids",
  "conjuctivitis",
  "fractue wrist left",
  "lacertion finger",
  "cellulitus leg",
].flatMap((question) => Array.from(question, (_letter, at) => question.slice(0, at + 1)));

/** Needs the official files; see src/server/codes/test-official-files.ts. */
export async function bench(): Promise<readonly Measure[]> {
  const folder = officialFolder();
  if (folder === undefined) return [];
  const server = new ServerProcess();
  const echo = await startEchoServer();
  try {
    const imports = years.map((year) =>
      importFiles(`file:${server.databaseFile}`, [join(folder, `icd10cm_order_${year}.txt.gz`)]),
    );
    await server.start();
    const [client, other] = [new WireClient(server.url), new WireClient(server.url)];
    for (const each of [client, other]) await each.signIn("casey");
    // A restart: users and session exist, so no password is hashed.
    await server.stop();
    const startedAt = performance.now();
    await server.start();
    await client.call("verifyDiagnosis", { code: "E11.9", svcDate: "2026-09-30" });
    const readyMs = performance.now() - startedAt;
    const headersOf = ({ sessionId = "" }: WireClient) => ({ authorization: `Bearer ${sessionId}` });
    const headers = headersOf(client);
    const [file] = officialFiles(folder, "order_2027");
    const codes = gunzipSync(file?.bytes ?? new Uint8Array())
      .toString("latin1")
      .split("\r\n")
      .map((line) => line.slice(6, 13).trim())
      .filter((code) => code !== "");
    const verifyBody = (n: number) =>
      JSON.stringify({ code: codes[(n * 7919) % codes.length], svcDate: `${years[n % 4]}-09-30` });
    const verifyUrl = `${server.url}/json/reply/DiagnosisVerifyRequest`;
    await load({ url: verifyUrl, connections: 1, count: 50, headers, body: verifyBody });
    const restMegabytes = memoryOf(server.pid);

    const ratios: { verify: number; floor: number }[] = [];
    for (let round = 0; round < 9; round += 1) {
      const options = { connections: 32, count: 30_000, headers, body: verifyBody };
      const floor = await load({ ...options, url: echo.url });
      const verify = await load({ ...options, url: verifyUrl });
      // The first two warm up both servers, whose code is still being compiled while they answer.
      if (round >= 2) ratios.push({ verify: verify.perSecond, floor: floor.perSecond });
    }
    // As many as one session may ask for at once.
    const search = (from: WireClient, limit?: number) =>
      load({
        url: `${server.url}/json/reply/DiagnosisSearchRequest`,
        connections: 20,
        count: 1200,
        headers: headersOf(from),
        body: (n: number) =>
          JSON.stringify({
            query: questions[(n * 31) % questions.length],
            svcDate: `${years[(n * 3) % 4]}-09-30`,
            limit,
          }),
      });
    // Another limit compiles the server's code without leaving it an answer to repeat.
    await search(other, 11);
    const { times } = await search(client);
    return [
      {
        name: "DiagnosisVerify, four years, 32 connections",
        value: median(ratios.map(({ verify }) => verify)),
        floor: median(ratios.map(({ floor }) => floor)),
        unit: "per second",
        atLeast: 0.3,
      },
      { name: "search, 20 at once, p99", value: percentile(times, 0.99), unit: "ms", atMost: 20 },
      { name: "search, 20 at once, median", value: percentile(times, 0.5), unit: "ms" },
      {
        name: "import of one order file beside three others",
        value: imports.at(-1)?.seconds ?? Number.NaN,
        unit: "s",
        atMost: 5,
      },
      {
        name: "its memory",
        value: Math.max(...imports.map(({ megabytes }) => megabytes)),
        unit: "MB",
        atMost: 300,
      },
      { name: "server at rest with four years", value: restMegabytes, unit: "MB", atMost: 150 },
      { name: "start to the first verified code", value: readyMs, unit: "ms", atMost: 1000 },
    ];
  } finally {
    echo.stop();
    await server.dispose();
  }
}
