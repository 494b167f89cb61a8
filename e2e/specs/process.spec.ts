import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { request } from "node:https";
import { type ConnectionOptions, connect as connectTls } from "node:tls";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "#e2e/fixtures.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

const built = join(import.meta.dirname, "..", "..", "dist", "server");

/** A file that is neither a certificate nor a database. */
const program = join(built, "main.js");

/** Runs one of the built programs to its end. */
function run(program: string, words: readonly string[], env: Record<string, string> = {}, input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(built, `${program}.js`), ...words], {
    encoding: "utf8",
    input,
    env: { ...process.env, ...env },
  });
  return { status, stdout, stderr };
}

/** What stops a start, and the sentence that says so; PORT and a store that is thrown away are given else. */
const unusable: readonly [what: string, env: Record<string, string>, sentence: string][] = [
  ["a PORT that is no number", { PORT: "x" }, "PORT must be a whole number from 0 to 65535, not 'x'."],
  ["plain HTTP for others", { HOST: "0.0.0.0" }, "HOST is 0.0.0.0, which others can reach"],
  [
    "another machine's address",
    { HOST: "192.0.2.1", ALLOW_PLAIN_HTTP: "yes" },
    "HOST is 192.0.2.1, which is no",
  ],
  ["no certificate", { TLS_CERT: "/none", TLS_KEY: "/none" }, "TLS_CERT must name a file that can be read"],
  [
    "a wrong certificate",
    { TLS_CERT: program, TLS_KEY: program },
    "TLS_CERT and TLS_KEY must be a certificate",
  ],
  ["a provider without issuer", { OPENID_PROVIDERS: "desk" }, "OPENID_DESK_ISSUER must be given"],
  [
    "a folder that cannot be",
    { DATABASE_URL: "file:/proc/none/a.db" },
    "DATABASE_URL names the file /proc/none/a.db",
  ],
  [
    "a file of another kind",
    { DATABASE_URL: `file:${program}` },
    "which cannot be opened: file is not a database",
  ],
  [
    "no PostgreSQL there",
    { DATABASE_URL: "postgres://127.0.0.1:1/x" },
    "DATABASE_URL names a database that does not",
  ],
];

function expectRefusedStart(env: Record<string, string>, sentence: string): void {
  const usable = { PORT: "0", DATABASE_URL: ":memory:", FIRST_USER: "a:password 1:" };
  const { status, stderr, stdout } = run("main", [], { ...usable, ...env });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
}

for (const [what, env, sentence] of unusable) {
  test(`a start with ${what} ends naming the setting`, () => {
    expectRefusedStart(env, sentence);
  });
}

test("a start on a port that is taken says so", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  // A server that listens on TCP has an address with a port.
  const { port } = other.address() as AddressInfo;
  expectRefusedStart({ PORT: String(port) }, `PORT is ${port}, which another program has already taken`);
  other.close();
});

test("a word that is not known stops the start", () => {
  expect(run("main", ["--nope"]).stderr).toContain("--nope is not known");
});

test("--help lists the settings and starts nothing", () => {
  const { status, stdout } = run("main", ["--help"]);
  expect(status).toBe(0);
  for (const name of ["PORT", "DATABASE_URL", "FIRST_USER", "--demo"]) expect(stdout).toContain(name);
});

test("--help of each tool prints usage and opens no database", () => {
  const databaseFile = join(mkdtempSync(join(tmpdir(), "console-help-")), "console.db");
  for (const tool of ["user", "audit", "codes", "backup"]) {
    const { status, stdout } = run(tool, ["--help"], { DATABASE_URL: `file:${databaseFile}` });
    expect(status).toBe(0);
    expect(stdout).toContain(`npm run ${tool} --`);
  }
  expect(existsSync(databaseFile)).toBe(false);
  rmSync(dirname(databaseFile), { recursive: true });
});

test("an empty store prints a first password once, if asked", async () => {
  const server = new ServerProcess({ FIRST_USER: "", PRINT_FIRST_PASSWORD: "yes" });
  await server.start();
  expect(server.output).toMatch(/Listening on http:\/\/127\.0\.0\.1:\d+\n/);
  const password = /First user: admin, password: (\S+)/.exec(server.output)?.[1];
  const signIn = () =>
    fetch(`${server.url}/auth`, { method: "POST", body: JSON.stringify({ userName: "admin", password }) });
  expect((await signIn()).status).toBe(200);
  await server.stop();
  await server.start();
  expect(server.output).not.toContain("First user");
  expect((await signIn()).status).toBe(200);
  await server.dispose();
});

test("the demo uses a throw-away store and tells the sign-in", async () => {
  const server = new ServerProcess();
  await server.start(["--demo"]);
  const password = /Sign in as casey or robin, password: (.+)/.exec(server.output)?.[1];
  const config: unknown = await (await fetch(`${server.url}/config.json`)).json();
  expect(config).toMatchObject({ demo: true });
  const answer = await fetch(`${server.url}/auth`, {
    method: "POST",
    body: JSON.stringify({ userName: "casey", password }),
  });
  const { sessionId: sessionKey }: { sessionId?: string } = JSON.parse(await answer.text());
  const client = new WireClient(server.url);
  const list = await client.call("listMessageSummaries", { sessionKey, loggedInUser: "casey" });
  expect(list.summaries.length).toBeGreaterThan(3);
  expect(existsSync(server.databaseFile)).toBe(false);
  await server.dispose();
});

test("work under way at SIGTERM finishes, and the process ends", async () => {
  const server = new ServerProcess();
  await server.start();
  const credentials = { provider: "credentials", userName: "casey", password: passwordOf("casey") };
  const under = Array.from({ length: 6 }, () =>
    fetch(`${server.url}/auth`, { method: "POST", body: JSON.stringify(credentials) }),
  );
  // Once one of them is answered, the others are under way.
  await Promise.race(under);
  const stopped = server.stop("SIGTERM");
  for (const answer of await Promise.all(under)) expect(answer.status).toBe(200);
  await stopped;
  await server.dispose();
});

test("users are managed by command line while the server runs", async () => {
  const server = new ServerProcess();
  await server.start();
  const env = { DATABASE_URL: `file:${server.databaseFile}` };
  const user = (words: string, input = "") => run("user", words.split(" "), env, input);
  const signIn = (userName: string, password: string) =>
    fetch(`${server.url}/auth`, { method: "POST", body: JSON.stringify({ userName, password }) });

  expect(user("add sam", "short\n")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("at least 15 characters"),
  });
  expect(user("add Casey", "long enough, and then some\n").stderr).toContain("taken");
  expect(user("password nobody", "long enough, and then some\n").stderr).toBe("There is no user nobody.\n");
  expect(user("nonsense").stderr).toContain("npm run user");

  expect(user("add sam --address sam@direct.example", "seven blue kettles 1\n").stdout).toMatch(
    /^Added sam as/,
  );
  expect(user("list").stdout).toMatch(/sam +sam@direct\.example/);
  expect((await signIn("sam", "seven blue kettles 1")).status).toBe(200);
  expect(user("sessions sam").stdout).toContain("127.0.0.1");
  expect(user("password sam", "seven blue kettles 2\n").stdout).toContain("ended 1 session");
  expect((await signIn("sam", "seven blue kettles 1")).status).toBe(401);

  const client = new WireClient(server.url);
  const answer = await signIn("sam", "seven blue kettles 2");
  const { sessionId }: { sessionId?: string } = JSON.parse(await answer.text());
  client.sessionId = sessionId;
  expect((await client.post("verifyDiagnosis", {})).status).toBe(400);
  expect(user("disable sam").stdout).toContain("Disabled sam");
  await expect.poll(async () => (await client.post("verifyDiagnosis", {})).status).toBe(401);
  expect((await signIn("sam", "seven blue kettles 2")).status).toBe(401);
  expect(user("enable sam").stdout).toBe("Enabled sam.\n");
  expect((await signIn("sam", "seven blue kettles 2")).status).toBe(200);
  await server.dispose();
});

test("rights, addresses, digest and sessions change by command line", async () => {
  // Some thirty programs run: a limit for a busy machine, not a wait.
  test.setTimeout(180_000);
  const server = new ServerProcess({ DIGEST: "yes" });
  await server.start();
  const env = { DATABASE_URL: `file:${server.databaseFile}` };
  const user = (words: string, input = "") => run("user", words.split(" "), env, input);
  const listed = (name: string) =>
    user("list")
      .stdout.split("\n")
      .find((line) => line.startsWith(name)) ?? "";
  const password = `${passwordOf("robin")}\n`;

  for (const words of [
    "rights nobody",
    "address nobody",
    "digest nobody",
    "sessions nobody",
    "sessions nobody --end",
  ])
    expect(user(words, password)).toEqual({ status: 1, stdout: "", stderr: "There is no user nobody.\n" });
  for (const words of ["role", "address", "digest", "sessions", "disable robin casey", "list --nonsense"])
    expect(user(words, password)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("npm run user --"),
    });

  expect(user("rights robin fly").stderr).toBe("There is no right fly. Rights: import-codes.\n");
  expect(user("add sam --no-password --right fly").stderr).toContain("There is no right fly.");
  expect(listed("sam")).toBe("");
  expect(user("rights robin import-codes").stdout).toBe("robin has import-codes.\n");
  expect(listed("robin")).toContain("import-codes");
  expect(user("rights robin").stdout).toBe("robin has no rights beyond those of the role.\n");
  expect(listed("robin")).not.toContain("import-codes");

  expect(user("role casey lead").stderr).toContain("casey is the last administrator.");
  expect(user("role robin auditor").stdout + listed("robin")).toMatch(/is auditor[^]+ auditor/);
  expect(user("address robin nonsense").stderr).toBe("nonsense is no address.\n");
  expect(user("address robin casey@direct.example").stderr).toContain("taken");
  expect(listed("robin")).toContain("robin@direct.example");
  expect(user("address robin r@direct.example rr@direct.example").stdout).toContain("r@direct.example, rr@");
  expect(listed("robin")).toMatch(/r@direct\.example, rr@direct\.example/);
  expect(user("address robin").stdout).toBe("robin has no address.\n");

  expect(user("digest robin", "not the password\n").stderr).toBe("That is not the password.\n");
  expect(user("digest robin --off").stdout).toBe("robin had no digest.\n");
  expect(user("digest robin", password).stdout).toContain("robin can sign in by digest");
  expect(user("digest robin --off").stdout).toBe("robin cannot sign in by digest any more.\n");

  const robin = new WireClient(server.url);
  await robin.signIn("robin");
  expect(user("sessions robin").stdout).toContain("127.0.0.1");
  expect(user("sessions robin").stdout).not.toContain(robin.sessionId);
  expect(user("sessions robin --end").stdout).toBe("Ended 1 session of robin.\n");
  expect(user("sessions robin").stdout).not.toContain("127.0.0.1");
  // Another process knows of it within two seconds.
  await expect.poll(async () => (await robin.post("verifyDiagnosis", { code: "I10" })).status).toBe(401);

  const trail = run("audit", ["--since", "1h"], env).stdout;
  const noted = ["role auditor", "rights import-codes", "addresses", "digest off", "sessions ended"];
  for (const what of noted) expect(trail).toContain(`"subject":"robin: ${what}"`);
  expect(trail).not.toContain("fly");
  await server.dispose();
});

test("the most talkative log holds nothing private", async () => {
  const server = new ServerProcess({ LOG_LEVEL: "debug" });
  await server.start();
  const client = new WireClient(server.url);
  await client.signIn("casey");
  const sessionKey = client.sessionId ?? "";
  await client.post("authenticate", { userName: "casey", password: "a wrong password" });
  await client.post("verifyDiagnosis", { code: "J06.9", svcDate: "2026-11-02", environment: "front desk" });
  await client.post("chargeVisit", { AutoChargedEvent: { eventId: "patient Doe", visitCharged: 5 } });
  const email = {
    to: ["robin@direct.example"],
    from: "casey@direct.example",
    subject: "Doe",
    textBody: "Doe",
  };
  const sent = await client.call("sendMessage", { sessionKey, loggedInUser: "casey", email });
  expect(sent.hasError).toBe(false);
  await fetch(`${server.url}/json/reply/Auth?callback=Doe(`, { method: "POST", body: "{Doe" });
  await server.stop();
  for (const secret of [sessionKey, "password 1", "a wrong password", "Doe", "J06.9", "direct.example"])
    expect(server.output).not.toContain(secret);
  // Fastify would say so a second time.
  expect(server.output.match(/listening/gi)).toHaveLength(1);
  await server.dispose();
});

test("HTTPS by settings marks the cookie and sends HSTS", async () => {
  const server = new ServerProcess();
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(server.folder, name));
  const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout ${key} -out ${cert}`;
  try {
    execFileSync("openssl", words.split(" "), { stdio: "ignore" });
  } catch {
    test.skip(true, "openssl is not on this machine");
  }
  const secure = new ServerProcess({ TLS_CERT: cert ?? "", TLS_KEY: key ?? "" });
  await secure.start();
  expect(secure.output).toContain("Listening on https://127.0.0.1:");
  const port = new URL(secure.url).port;
  const answer = await new Promise<{ status?: number | undefined; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const sent = request({ port, path: "/auth", method: "POST", rejectUnauthorized: false }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, headers: response.headers });
      });
      sent.on("error", reject);
      sent.end(JSON.stringify({ userName: "casey", password: passwordOf("casey") }));
    },
  );
  expect(answer.status).toBe(200);
  expect(String(answer.headers["set-cookie"])).toContain("; Secure");
  expect(answer.headers["strict-transport-security"]).toContain("max-age=");

  // No old version and no CBC, which scanners and auditors refuse.
  const tls = (options: ConnectionOptions = {}) =>
    new Promise<{ serial: string; protocol: string | null } | "refused">((resolve) => {
      const socket = connectTls({ port: Number(port), rejectUnauthorized: false, ...options }, () => {
        resolve({ serial: socket.getPeerCertificate().serialNumber, protocol: socket.getProtocol() });
        socket.destroy();
      });
      socket.on("error", () => resolve("refused"));
    });
  expect(await tls({ maxVersion: "TLSv1.1", minVersion: "TLSv1", ciphers: "DEFAULT:@SECLEVEL=0" })).toBe(
    "refused",
  );
  const cbc = "ECDHE-RSA-AES128-SHA256:ECDHE-RSA-AES256-SHA384:ECDHE-RSA-AES128-SHA:AES128-SHA";
  expect(await tls({ maxVersion: "TLSv1.2", ciphers: cbc })).toBe("refused");
  expect(await tls({ maxVersion: "TLSv1.2" })).toMatchObject({ protocol: "TLSv1.2" });
  const before = await tls();
  expect(before).toMatchObject({ protocol: "TLSv1.3" });

  // A certificate that is renewed is shown from the signal on; one that is broken changes nothing.
  execFileSync("openssl", words.split(" "), { stdio: "ignore" });
  process.kill(secure.pid, "SIGHUP");
  await expect.poll(tls).not.toEqual(before);
  const renewed = await tls();
  writeFileSync(cert ?? "", "no certificate");
  process.kill(secure.pid, "SIGHUP");
  await expect.poll(() => secure.output).toContain("The old certificate stays in use.");
  expect(await tls()).toEqual(renewed);
  await secure.dispose();
  await server.dispose();
});
