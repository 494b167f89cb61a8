import { beforeEach, expect, test, vi } from "vitest";
import { auditEntries } from "#room/server/audit/audit-trail.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { WrongUse } from "./run-tool.ts";
import { runUserCommand } from "./user-commands.ts";

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  await server.store.users.change("casey", { role: "administrator" });
  return () => server.stop();
});

/** What the tool prints; what is wrong with the words begins with “Wrong: ”. */
async function user(words: string): Promise<string> {
  const printed: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: unknown) => void printed.push(String(line)));
  try {
    await runUserCommand(server.store, server.settings, words.split(" "));
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    printed.push(`Wrong: ${error.message}`);
  }
  return printed.join("\n");
}

const listed = async (name: string) =>
  (await user("list")).split("\n").find((line) => line.startsWith(name)) ?? "";

test("unknown users and words are refused", async () => {
  for (const words of [
    "rights nobody",
    "address nobody",
    "digest nobody",
    "sessions nobody",
    "sessions nobody --end",
  ])
    expect(await user(words)).toBe("Wrong: There is no user nobody.");
  for (const words of ["role", "address", "digest", "sessions", "disable robin casey", "list --nonsense"])
    expect(await user(words)).toMatch(/^Wrong: [^]*npm run user --/);
});

test("rights are given whole, and only those there are", async () => {
  expect(await user("rights robin fly")).toBe("Wrong: There is no right fly. Rights: import-codes.");
  expect(await user("add sam --no-password --right fly")).toContain("There is no right fly.");
  expect(await listed("sam")).toBe("");
  expect(await user("rights robin import-codes")).toBe("robin has import-codes.");
  expect(await listed("robin")).toContain("import-codes");
  expect(await user("rights robin")).toBe("robin has no rights beyond those of the role.");
  expect(await listed("robin")).not.toContain("import-codes");
});

test("roles change, but never the last administrator’s", async () => {
  expect(await user("role casey lead")).toContain("Wrong: casey is the last administrator.");
  expect(await user("role robin auditor")).toBe("robin is auditor.");
  expect(await listed("robin")).toContain(" auditor");
});

test("addresses are valid and of one person", async () => {
  expect(await user("address robin nonsense")).toBe("Wrong: nonsense is not an address.");
  expect(await user("address robin casey@direct.example")).toContain("taken");
  expect(await listed("robin")).toContain("robin@direct.example");
  expect(await user("address robin r@direct.example rr@direct.example")).toContain("r@direct.example, rr@");
  expect(await listed("robin")).toMatch(/r@direct\.example, rr@direct\.example/);
  expect(await user("address robin")).toBe("robin has no address.");
});

test("practices are named by GUID, or all", async () => {
  expect(await user("practices robin here")).toContain("here is not a practice: give GUIDs");
  expect(await user("practices robin 00000000000000000000000000000000")).toContain("is not a practice");
  const [north, south] = ["c0".repeat(16), "d0".repeat(16)];
  expect(await user(`practices robin ${north.toUpperCase()} ${south} ${north}`)).toBe(
    `robin sees only the visits of ${north}, ${south}.`,
  );
  expect(await user("practices robin")).toMatch(/^Wrong: Which practices\?/);
  expect(await user(`practices robin all ${north}`)).toContain("all is not a practice");
  expect(await user("practices robin all")).toBe("robin sees the visits of all practices.");
});

test("sessions are listed without their ids, and end", async () => {
  // A session ends by the machine’s clock here.
  server.clock.now = Date.now();
  const sessionId = await server.signIn("robin");
  expect(await user("sessions robin")).toContain("127.0.0.1");
  expect(await user("sessions robin")).not.toContain(sessionId);
  expect(await user("sessions robin --end")).toBe("Ended 1 session of robin.");
  expect(await user("sessions robin")).not.toContain("127.0.0.1");
});

test("every change is in the trail, no refusal", async () => {
  for (const words of [
    "role robin auditor",
    "rights robin import-codes",
    "rights robin fly",
    "address robin",
  ])
    await user(words);
  await user("digest robin --off");
  await user("sessions robin --end");
  const subjects: (string | null)[] = [];
  for await (const { subject } of auditEntries(server.store.db)) subjects.push(subject);
  expect(subjects).toEqual(
    expect.arrayContaining([
      "robin: role auditor",
      "robin: rights import-codes",
      "robin: addresses",
      "robin: digest off",
      "robin: sessions ended",
    ]),
  );
  expect(subjects.join()).not.toContain("fly");
});
