import { afterEach, expect, test } from "vitest";
import { noteContact, noteFailure } from "#room/server/direct/last-contact.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

let server: TestServer;
afterEach(() => server.stop());

const place = { account: "inbox", uidValidity: "1", uid: 7 };
const facts = {
  outcome: "set aside",
  reason: "it has more than 1000 parts",
  sender: "Costly <costly@elsewhere.example>",
  size: 2_000_000,
} as const;

async function signedIn(role: "administrator" | "auditor") {
  server = await startTestServer({ DIRECT_IMAP_URL: "imaps://inbox:right@127.0.0.1" });
  await server.store.users.change("robin", { role });
  const key = await server.signIn("robin");
  const original = Buffer.alloc(facts.size, "letter ");
  await server.store.fetchedMail.note(place, facts, { at: server.clock.now, original });
  const ask = (name: string, request: object) =>
    server.post(`/json/reply/${name}Request`, request, { "x-ss-id": key });
  const healthOf = async (name: string) => {
    const { body } = await ask("Health", {});
    // The response schema guarantees it.
    return (body["checks"] as { name: string; act?: string }[]).find((check) => check.name === name);
  };
  return { ask, original, healthOf };
}

test("an administrator sees and saves a set-aside letter, noted", async () => {
  const { ask, original, healthOf } = await signedIn("administrator");
  const { body } = await ask("SetAsideMail", {});
  expect(body["letters"]).toMatchObject([
    { ...facts, letterId: 1, at: "2026-11-02T09:00:00.0000000", hasOriginal: true },
  ]);
  const file = await ask("SetAsideMailFile", { letterId: 1 });
  expect(Buffer.from(String(file.body["base64"]), "base64").equals(original)).toBe(true);
  expect((await ask("SetAsideMailFile", { letterId: 2 })).status).toBe(404);
  expect(await healthOf("Incoming mail")).toMatchObject({
    act: expect.stringContaining("nobody has received"),
  });
  const trail = await ask("ListAuditEntries", { action: "read set-aside mail" });
  expect(trail.body["entries"]).toMatchObject([{ actor: "robin", subject: "letter:1" }]);
});

test("an auditor is told, but reads no letter", async () => {
  const { ask, healthOf } = await signedIn("auditor");
  expect((await ask("SetAsideMail", {})).status).toBe(403);
  expect((await ask("SetAsideMailFile", { letterId: 1 })).status).toBe(403);
  expect(await healthOf("Incoming mail")).toMatchObject({ act: expect.any(String) });
});

test("a failed fetch of mail says why until one succeeds", async () => {
  const { healthOf } = await signedIn("auditor");
  noteFailure(server.store, "fetched", "its certificate has expired");
  expect((await healthOf("Mail service"))?.act).toContain("failed: its certificate has expired");
  noteContact(server.store, "fetched", new Date(server.clock.now));
  expect((await healthOf("Mail service"))?.act).toBeUndefined();
});
