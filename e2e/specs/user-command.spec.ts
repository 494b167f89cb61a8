import { expect, needs, test } from "#e2e/fixtures.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { run } from "#e2e/run-program.ts";

needs("a server of ours");

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

test("refusals are printed, and digest asks for the password", async () => {
  const server = new ServerProcess({ DIGEST: "yes" });
  await server.start();
  const env = { DATABASE_URL: `file:${server.databaseFile}` };
  const user = (words: string, input = "") => run("user", words.split(" "), env, input);
  const password = `${passwordOf("robin")}\n`;

  expect(user("rights nobody", password)).toEqual({
    status: 1,
    stdout: "",
    stderr: "There is no user nobody.\n",
  });
  expect(user("digest robin", "not the password\n").stderr).toBe("That is not the password.\n");
  expect(user("digest robin", password).stdout).toContain("robin can sign in by digest");
  expect(user("digest robin --off").stdout).toBe("robin can no longer sign in by digest.\n");

  const robin = new WireClient(server.url);
  await robin.signIn("robin");
  expect(user("sessions robin --end").stdout).toBe("Ended 1 session of robin.\n");
  expect((await robin.post("verifyDiagnosis", { code: "I10" })).status).toBe(401);
  expect(run("audit", ["--since", "1h"], env).stdout).toContain(`"subject":"robin: sessions ended"`);
  await server.dispose();
});
