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

test("rights, addresses, digest and sessions change by command line", async () => {
  // About thirty programs run: a limit for a busy machine, not a wait.
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
  expect(user("address robin nonsense").stderr).toBe("nonsense is not an address.\n");
  expect(user("address robin casey@direct.example").stderr).toContain("taken");
  expect(listed("robin")).toContain("robin@direct.example");
  expect(user("address robin r@direct.example rr@direct.example").stdout).toContain("r@direct.example, rr@");
  expect(listed("robin")).toMatch(/r@direct\.example, rr@direct\.example/);
  expect(user("address robin").stdout).toBe("robin has no address.\n");

  expect(user("digest robin", "not the password\n").stderr).toBe("That is not the password.\n");
  expect(user("digest robin --off").stdout).toBe("robin had no digest.\n");
  expect(user("digest robin", password).stdout).toContain("robin can sign in by digest");
  expect(user("digest robin --off").stdout).toBe("robin can no longer sign in by digest.\n");

  expect(user("practices robin here").stderr).toContain("here is not a practice: give GUIDs");
  expect(user("practices robin 00000000000000000000000000000000").stderr).toContain("is not a practice");
  const [north, south] = ["c0".repeat(16), "d0".repeat(16)];
  expect(user(`practices robin ${north.toUpperCase()} ${south} ${north}`).stdout).toBe(
    `robin sees only the visits of ${north}, ${south}.\n`,
  );
  expect(user("practices robin")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("Which practices?"),
  });
  expect(user(`practices robin all ${north}`).stderr).toContain("all is not a practice");
  expect(user("practices robin all").stdout).toBe("robin sees the visits of all practices.\n");

  const robin = new WireClient(server.url);
  await robin.signIn("robin");
  expect(user("sessions robin").stdout).toContain("127.0.0.1");
  expect(user("sessions robin").stdout).not.toContain(robin.sessionId);
  expect(user("sessions robin --end").stdout).toBe("Ended 1 session of robin.\n");
  expect(user("sessions robin").stdout).not.toContain("127.0.0.1");
  expect((await robin.post("verifyDiagnosis", { code: "I10" })).status).toBe(401);

  const trail = run("audit", ["--since", "1h"], env).stdout;
  const noted = ["role auditor", "rights import-codes", "addresses", "digest off", "sessions ended"];
  for (const what of noted) expect(trail).toContain(`"subject":"robin: ${what}"`);
  expect(trail).not.toContain("fly");
  await server.dispose();
});
