import { readJson } from "#room/contract/written-json.ts";
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { createMetrics } from "./metrics/metrics.ts";
import { portOf } from "#room/server/direct/test-loopback.ts";
import { request as httpRequest } from "node:http";
import { createApp } from "./app.ts";
import { DemoInFront } from "./demo-in-front.ts";
import type { Limits } from "./limits.ts";
import { createLog } from "./log.ts";
import { FirstRun } from "./sessions/first-run.ts";
import { passwordRecord } from "./sessions/passwords.ts";
import { readSettings } from "./settings.ts";
import { inject } from "vitest";
import { openStore } from "./store/store.ts";
import type { startTracing } from "./tracing/tracing.ts";

/** An answer as received over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Sends the body in chunks, without a length. */
  readonly chunked?: boolean;
}

export const passwordOfCasey = "casey password 1";
const recordOfCasey = passwordRecord(passwordOfCasey, { logN: 10, r: 8, p: 1 });

/**
 * A server for tests: real HTTP on a free port, a real store, a clock the test sets, and users casey and robin; or no
 * users, as at a first run.
 */
export async function startTestServer(
  environment: Record<string, string> = {},
  options: {
    consoleFolder?: string;
    databaseUrl?: string;
    patienceMs?: number;
    isEmpty?: boolean;
    limits?: Partial<Limits>;
    isWatched?: boolean;
    tracing?: ReturnType<typeof startTracing>;
  } = {},
) {
  const clock = { now: Date.parse("2026-11-02T09:00:00Z") };
  const settings = readSettings(
    { LOG_LEVEL: "silent", CLINIC_TIME_ZONE: "UTC", ...environment },
    options.limits,
  );
  const logLines: string[] = [];
  const log = createLog(settings, { write: (line) => void logLines.push(line) });
  const store = await openStore(options.databaseUrl ?? ":memory:", {
    ...settings,
    report: (sentence) => log.error(sentence),
    patienceMs: options.patienceMs,
    copyOf: inject("emptyStore"),
    onQuery: options.tracing?.onQuery,
  });
  const record = await recordOfCasey;
  const firstRun = options.isEmpty === true ? await FirstRun.begin(store, new Date(clock.now)) : undefined;
  if ((await store.users.count()) === 0 && !firstRun) {
    for (const name of ["casey", "robin"]) {
      const addresses = [`${name}@direct.example`];
      await store.users.add({ name, role: "lead", passwordRecord: record, addresses, createdAt: clock.now });
    }
  }
  const now = () => new Date(clock.now);
  const { consoleFolder } = options;
  const lookAround = firstRun && new DemoInFront({ settings, log, consoleFolder });
  let metrics: Registry | undefined;
  const watch = (watched: FastifyInstance) => {
    options.tracing?.watch(watched);
    if (options.isWatched === true) metrics = createMetrics({ app: watched, store, now });
  };
  const app = await createApp({ store, settings, log, now, consoleFolder, firstRun, lookAround, watch });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const port = portOf(app.server);
  const url = `http://127.0.0.1:${port}`;

  /** One request, byte for byte as given: no header is added except Host and the length. */
  function send(path: string, { method = "POST", headers = {}, body, chunked }: RawRequest = {}) {
    return new Promise<RawAnswer>((resolve, reject) => {
      const length: Record<string, string> =
        body === undefined
          ? {}
          : chunked === true
            ? { "transfer-encoding": "chunked" }
            : { "content-length": String(Buffer.byteLength(body)) };
      const options = { port, host: "127.0.0.1", path, method, agent: false };
      const request = httpRequest({ ...options, headers: { ...length, ...headers } }, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(parts).toString("utf8");
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      request.on("error", reject);
      if (chunked === true && body !== undefined) request.write(body);
      request.end(chunked === true ? undefined : body);
    });
  }

  /** Posts JSON to a URL and reads the JSON answer. */
  async function post(path: string, value: unknown, headers: Record<string, string> = {}) {
    const answer = await send(path, {
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(value),
    });
    const isFile = String(answer.headers["content-type"]).startsWith("text/csv");
    // The tests check its shape.
    return { ...answer, body: isFile ? {} : readJson<Record<string, unknown>>(answer.text) };
  }

  async function signIn(userName = "casey", password = passwordOfCasey): Promise<string> {
    const { body, status } = await post("/auth", { userName, password });
    if (status !== 200) throw new Error(`sign-in answered ${status}`);
    return String(body["sessionId"]);
  }

  let stopped: Promise<void> | undefined;
  async function stop(): Promise<void> {
    await lookAround?.end();
    await app.close();
    await firstRun?.end();
    await store.close();
  }

  return {
    app,
    url,
    port,
    store,
    settings,
    clock,
    /** For an empty store: the secret for creating the first administrator. */
    firstSecret: firstRun?.secret ?? "",
    /** The log; empty unless LOG_LEVEL is set. */
    logLines,
    metrics,
    send,
    post,
    signIn,
    /** Only once, however often it is called. */
    stop: () => (stopped ??= stop()),
  };
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>;
