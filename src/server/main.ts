import { existsSync } from "node:fs";
import { join } from "node:path";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { answerUpgrading } from "./answer-upgrading.ts";
import { createApp } from "./app.ts";
import { checkStart } from "./check-start.ts";
import { createLog } from "./log.ts";
import { DemoInFront } from "./demo-in-front.ts";
import { demoEnvironment, demoLines, fillDemo } from "./demo.ts";
import type { DirectEdgeOptions } from "./direct/direct-edge.ts";
import type { App } from "./http/base-app.ts";
import { backUpRegularly } from "./backup/backup-schedule.ts";
import { type Settings, WrongSetting, readSettings, helpText } from "./settings.ts";
import { FirstRun } from "./sessions/first-run.ts";
import { seedUsers } from "./sessions/seed-users.ts";
import { settingsWithoutEffect } from "./settings-without-effect.ts";
import { beSoleServer } from "./store/sole-server.ts";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { openStore, type Store } from "./store/store.ts";

function refusedPlace({ host, port }: Settings, code: unknown): string | undefined {
  switch (code) {
    case "EADDRINUSE":
      return `PORT is ${port}, which another program has already taken on ${host}.`;
    case "EACCES":
      return `PORT is ${port}, which this account may not take; those from 1024 on are open to all.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `HOST is ${host}, which is no address of this machine.`;
    default:
      return undefined;
  }
}

/** Listens as the settings say, and returns the port. Throws a sentence that names the setting at fault. */
async function listen(app: App, settings: Settings): Promise<number> {
  const { host, port } = settings;
  try {
    await app.listen({ host, port });
  } catch (error) {
    const sentence = error instanceof Error && "code" in error && refusedPlace(settings, error.code);
    throw sentence ? new WrongSetting(sentence, { cause: error }) : error;
  }
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

function addressOf({ host, tlsCert }: Settings, port: number): string {
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return `${tlsCert === undefined ? "http" : "https"}://${name}:${port}`;
}

/** The built console, next to the server. */
function builtConsole(): string | undefined {
  const folder = join(import.meta.dirname, "..", "client");
  return existsSync(join(folder, "index.html")) ? folder : undefined;
}

interface Opened {
  readonly app: App;
  /** Resolves when a newer version has upgraded the store. */
  readonly outdated?: Promise<void> | undefined;
  /** For an empty store: the secret for the page that creates the first administrator. */
  readonly firstSecret?: string | undefined;
  close(): Promise<void>;
}

/** Mail libraries are loaded only if mail is configured: they take 30 MB. */
async function openDirectEdge(options: DirectEdgeOptions): Promise<() => Promise<void>> {
  const { directSmtpUrl, directImapUrl } = options.settings;
  if (directSmtpUrl === undefined && directImapUrl === undefined) return async () => {};
  const { startDirectEdge } = await import("./direct/direct-edge.ts");
  return startDirectEdge(options);
}

/** Loaded only if METRICS_PORT is set. The port is listened on once the app is made. */
async function openMetrics(store: Store, { metricsPort: port, host }: Settings, log: FastifyBaseLogger) {
  if (port === undefined) return { stopMetrics: async () => {} };
  const { createMetrics } = await import("./metrics/metrics.ts");
  const { serveMetrics } = await import("./metrics/metrics-server.ts");
  let served: ReturnType<typeof serveMetrics> | undefined;
  return {
    watch(app: FastifyInstance) {
      served = serveMetrics(createMetrics({ app, store, now: () => new Date() }), { host, port, log });
      served.catch((error: unknown) => {
        const code = error instanceof Error && "code" in error ? String(error.code) : "";
        log.error({ code }, "METRICS_PORT cannot be listened on; there are no metrics");
      });
    },
    async stopMetrics() {
      await served?.then(({ close }) => close()).catch(() => undefined);
    },
  };
}

/** Loaded only if a collector is named. */
async function openTracing({ tracesUrl }: Settings) {
  if (tracesUrl === undefined) return undefined;
  const { startTracing } = await import("./tracing/tracing.ts");
  return startTracing(tracesUrl);
}

/** The API with its store, or the console in front of a service. */
async function open(settings: Settings, isDemo: boolean): Promise<Opened> {
  const log = createLog(settings);
  const consoleFolder = builtConsole();
  if (settings.upstreamUrl !== undefined) {
    const { createUpstreamApp } = await import("./upstream/upstream-app.ts");
    const app = await createUpstreamApp({ settings, log, consoleFolder }, settings.upstreamUrl);
    return { app, close: () => app.close() };
  }
  const letGo = beSoleServer(settings.databaseUrl);
  const tracing = await openTracing(settings);
  let answering: ReturnType<typeof answerUpgrading> | undefined;
  const onUpgrade = async () => void (await (answering ??= answerUpgrading(settings)));
  const store = await openStore(settings.databaseUrl, {
    ...settings,
    report: (sentence) => log.error(sentence),
    say: (sentence) => console.log(sentence),
    onQuery: tracing?.onQuery,
    onUpgrade,
  });
  const seeded = await seedUsers(store, settings, new Date());
  for (const line of seeded.lines) console.log(line);
  const firstRun = seeded.isEmpty ? await FirstRun.begin(store, new Date()) : undefined;
  if (isDemo) await fillDemo(store, new Date());
  const lookAround = firstRun && new DemoInFront({ settings, log, consoleFolder });
  const { watch, stopMetrics } = await openMetrics(store, settings, log);
  let isOutdated = () => {};
  const outdated = new Promise<void>((resolve) => (isOutdated = resolve));
  const parts = { store, settings, log, consoleFolder };
  const app = await createApp({
    ...parts,
    isDemo,
    firstRun,
    lookAround,
    watch(watched) {
      watch?.(watched);
      tracing?.watch(watched);
    },
    outdated: () => isOutdated(),
    onUpgrade,
  });
  const stopDirectEdge = await openDirectEdge({ store, settings, log });
  const tool = join(import.meta.dirname, "backup.js");
  const stopAnswering = await answering;
  await stopAnswering?.();
  const stopBackups = backUpRegularly({ settings, tool, log, runAlone: store.runAlone });
  return {
    app,
    outdated,
    firstSecret: firstRun?.secret,
    async close() {
      void stopBackups();
      await stopMetrics();
      await lookAround?.end();
      await app.close();
      await firstRun?.end();
      await stopDirectEdge();
      await store.close();
      await tracing?.stop();
      letGo();
    },
  };
}

/** SIGHUP: the certificate was renewed. An unusable one changes nothing. */
async function renewCertificate(app: App): Promise<void> {
  try {
    await app.renewTls();
    console.log("TLS_CERT and TLS_KEY were read again.");
  } catch (error) {
    console.error(
      `${error instanceof Error ? error.message : String(error)} The old certificate stays in use.`,
    );
  }
}

async function serve(settings: Settings, isDemo: boolean): Promise<void> {
  checkStart(settings);
  for (const line of settingsWithoutEffect(settings.environment)) console.log(line);
  // What is not read yet needs no renewal.
  let renew = () => {};
  if (settings.tlsCert !== undefined) process.on("SIGHUP", () => renew());
  const { app, outdated, firstSecret, close } = await open(settings, isDemo);
  let port: number;
  try {
    port = await listen(app, settings);
  } catch (error) {
    await close();
    throw error;
  }
  if (isDemo) for (const line of demoLines) console.log(line);
  if (firstSecret !== undefined) {
    const place = settings.publicUrl ?? addressOf(settings, port);
    console.log(
      `Nobody can sign in yet. Set up your clinic at ${place.replace(/\/$/, "")}/welcome#${firstSecret}`,
    );
    console.log("This address works once, and only until the server restarts. Don't show it to anyone else.");
  }
  console.log(`Listening on ${addressOf(settings, port)}`);

  let ending = false;
  const end = async ({ code = 0, delaySeconds = 0 }) => {
    if (ending) return;
    ending = true;
    app.leave();
    await sleep(delaySeconds * 1000);
    // Requests in progress are finished; those that do not finish in time are cut off.
    setTimeout(() => process.exit(1), 20_000).unref();
    await close();
    process.exit(code);
  };
  process.on("SIGINT", () => void end({}));
  process.on("SIGTERM", () => void end({ delaySeconds: settings.stopDelaySeconds }));
  void outdated?.then(() => {
    console.error("A newer version has upgraded the database: this server stops.");
    return end({ code: 1 });
  });
  renew = () => void renewCertificate(app);
}

async function start(): Promise<void> {
  const words = process.argv.slice(2);
  if (words.includes("--help")) {
    console.log(helpText());
    return;
  }
  const unknown = words.find((word) => word !== "--demo");
  if (unknown !== undefined) throw new WrongSetting(`${unknown} is not known; --help lists what is.`);
  const isDemo = words.includes("--demo");
  await serve(readSettings(isDemo ? { ...process.env, ...demoEnvironment } : process.env), isDemo);
}

try {
  await start();
} catch (error) {
  // A sentence for errors that the person starting it can fix; a stack for others.
  console.error(error instanceof WrongSetting ? error.message : error);
  // What was opened before, such as connections to PostgreSQL, would keep it alive.
  process.exit(1);
}
