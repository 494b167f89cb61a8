import { type ChildProcess, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The users of a test server. Each password is "<name> password 1". Nobody writes to quinn. */
export const userNames = ["casey", "robin", "alex", "jordan", "morgan", "taylor", "quinn"] as const;
export type UserName = (typeof userNames)[number];

export function passwordOf(name: UserName): string {
  return `${name} password 1`;
}

export function addressOf(name: UserName): string {
  return `${name}@direct.example`;
}

/** `FIRST_USER` for these. Hashing a password costs a third of a second, where the store is no copy of the template. */
export const firstUsers = (names: readonly UserName[]) =>
  names.map((name) => `${name}:${passwordOf(name)}:${addressOf(name)}`).join(";");

const builtServer = join(import.meta.dirname, "..", "dist", "server", "main.js");

/** The built server as a separate process, with its own store, which survives restarts and is deleted by `dispose`. */
export class ServerProcess {
  readonly folder = mkdtempSync(join(tmpdir(), "visit-charge-e2e-"));
  /** What the process printed since its last start. */
  output = "";
  /** What it has written in all its lives. */
  logs = "";
  #child: ChildProcess | undefined;
  #port = 0;
  readonly #env: Record<string, string>;
  readonly #bundle: string;

  /** @param bundle a build of the server other than that of `npm run build` */
  constructor(env: Record<string, string> = {}, bundle = builtServer) {
    this.#env = env;
    this.#bundle = bundle;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The process id, for measuring its memory. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  get databaseFile(): string {
    return join(this.folder, "console.db");
  }

  /** Starts the process and waits for its line "Listening on …". A restart uses the same port. */
  async start(words: readonly string[] = []): Promise<void> {
    if (!existsSync(this.#bundle)) throw new Error("The server is not built: run `npm run build` first.");
    this.output = "";
    if (!words.includes("--demo")) this.#takeTemplate();
    const child = spawn(process.execPath, [this.#bundle, ...words], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        HOST: "127.0.0.1",
        PORT: String(this.#port),
        DATABASE_URL: `file:${this.databaseFile}`,
        FIRST_USER: firstUsers(userNames),
        LOG_LEVEL: "warn",
        ...this.#env,
      },
    });
    this.#child = child;
    await new Promise<void>((resolve, reject) => {
      const onData = (data: Buffer) => {
        this.output += data.toString();
        this.logs += data.toString();
        const port = /Listening on https?:\/\/[^\s]*:(\d+)/.exec(this.output)?.[1];
        if (port === undefined) return;
        this.#port = Number(port);
        resolve();
      };
      child.stdout.on("data", onData);
      child.stderr.on("data", onData);
      child.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${this.output}`)));
    });
  }

  /**
   * A new store already has the users (`store-template.ts`) unless the settings say something about users or the store.
   */
  #takeTemplate(): void {
    const template = process.env["E2E_STORE"];
    const isSaid = "FIRST_USER" in this.#env || "DATABASE_URL" in this.#env;
    if (template !== undefined && !isSaid && !existsSync(this.databaseFile))
      copyFileSync(template, this.databaseFile);
  }

  /** Sends the process a signal and waits until it exits. */
  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await gone;
  }

  async dispose(): Promise<void> {
    await this.stop("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}
