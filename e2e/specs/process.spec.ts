import { once } from "node:events";
import { request } from "node:http";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { run } from "#e2e/run-program.ts";

needs("a server of ours");

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
  const body = JSON.stringify({
    provider: "credentials",
    userName: "casey",
    password: passwordOf("casey"),
  });
  const headers = { "content-length": body.length, expect: "100-continue" };
  const under = Array.from({ length: 6 }, () => request(`${server.url}/auth`, { method: "POST", headers }));
  const answers = under.map(async (each) => once(each, "response"));
  // The server says so once it has a request; its body is still to come.
  await Promise.all(under.map(async (each) => once(each, "continue")));
  const stopped = server.stop("SIGTERM");
  for (const each of under) each.end(body);
  for (const answer of answers) expect(await answer).toMatchObject([{ statusCode: 200 }]);
  await stopped;
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
  // Fastify would log it a second time.
  expect(server.output.match(/listening/gi)).toHaveLength(1);
  await server.dispose();
});
