import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildEvent } from "#room/testing/builders.ts";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { run as runProgram } from "#e2e/run-program.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

needs("a server of ours");

const tool = join(import.meta.dirname, "..", "..", "dist", "server", "data-key.js");
const events = Array.from({ length: 60 }, (_, index) => buildEvent({ charges: 3, seed: index + 1 }));

/** `npm run data-key -- re-encrypt`, killed as soon as it has done something. */
async function killedReEncryption(env: Record<string, string>) {
  const child = spawn(process.execPath, [tool, "re-encrypt"], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.on("data", () => child.kill("SIGKILL"));
  const [code] = await once(child, "close");
  return code;
}

test("re-encrypts a stopped server’s store, despite a kill", async () => {
  const clear = new ServerProcess();
  const sealed: ServerProcess[] = [];
  try {
    await clear.start();
    const casey = new WireClient(clear.url);
    await casey.signIn("casey");
    const charge = (wire: WireClient, from: number, to: number) =>
      Promise.all(
        events.slice(from, to).map((event) => wire.call("chargeVisit", { AutoChargedEvent: event })),
      );
    await charge(casey, 0, 30);
    await clear.stop();
    const onDisk = () =>
      readdirSync(clear.folder)
        .filter((name) => name.startsWith("console.db"))
        .map((name) => readFileSync(join(clear.folder, name), "latin1"))
        .join("");
    const isReadable = () => onDisk().includes('"visitCharged"');
    expect(isReadable()).toBe(true);

    const key = join(clear.folder, "key");
    writeFileSync(key, randomBytes(32).toString("base64"));
    const env = { DATABASE_URL: `file:${clear.databaseFile}`, DATA_KEY_FILE: key };
    const server = new ServerProcess(env);
    sealed.push(server);
    await server.start();
    const wire = new WireClient(server.url);
    await wire.signIn("casey");
    await charge(wire, 30, 60);
    // A server has the store open: refused, and it serves on.
    expect(runProgram("data-key", ["re-encrypt"], env)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("The database is in use: stop the server"),
    });
    expect(isReadable()).toBe(true);
    // A new key of the settings while the server runs: it rereads the file, and the old key no longer opens anything.
    const oldKey = readFileSync(key, "utf8");
    const newKey = randomBytes(32).toString("base64");
    writeFileSync(key, `${newKey}\n${oldKey}\n`);
    expect(runProgram("data-key", ["rotate"], env).status).toBe(0);
    writeFileSync(key, newKey);
    for (const { result } of await charge(wire, 0, 60)) expect(result).toBe(true);
    const withOld = { DATABASE_URL: env.DATABASE_URL, DATA_KEY: oldKey, DATA_KEY_FILE: "" };
    expect(runProgram("data-key", ["list"], withOld).status).not.toBe(0);
    await server.stop();

    expect(await killedReEncryption(env)).toBeNull();
    expect(runProgram("data-key", ["re-encrypt"], env)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("Everything is encrypted with the key in use"),
    });
    expect(isReadable()).toBe(false);
    await server.start();
    await wire.signIn("casey");
    // Each of them is recognized, and answered as before.
    for (const { result } of await charge(wire, 0, 60)) expect(result).toBe(true);
    await server.stop();

    // A restore without the key says that the data is back, and what it needs.
    const file = join(clear.folder, "sealed.backup");
    expect(runProgram("backup", [file], { ...env, DATA_KEY: "" }).status).toBe(0);
    const into = { DATABASE_URL: `file:${join(clear.folder, "restored.db")}` };
    expect(runProgram("backup", ["--restore", file], into).stderr).toMatch(
      /is restored to DATABASE_URL, but can’t be opened .* give its key in DATA_KEY/,
    );

    const stranger = new ServerProcess({ DATABASE_URL: env.DATABASE_URL });
    sealed.push(stranger);
    await expect(stranger.start()).rejects.toThrow(
      "names an encrypted store: give its key in DATA_KEY or DATA_KEY_FILE",
    );
  } finally {
    for (const server of [...sealed, clear]) await server.dispose();
  }
});
