import { expect, test, vi } from "vitest";
import { databaseNameOf } from "./storage/database.ts";
import { StorageFailure } from "./browser/failures.ts";
import { eraseWorkspace } from "./open-workspace.ts";
import { desk, event, id } from "./test-workspace.ts";

/** All keys and values in a user's database, as one text to search. */
async function rawTextOf(userName: string): Promise<string> {
  const name = await databaseNameOf(userName);
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
  let text = name;
  for (const store of db.objectStoreNames) {
    const { keys, values } = await new Promise<{ keys: unknown[]; values: unknown[] }>((resolve) => {
      const tx = db.transaction(store);
      const keys = tx.objectStore(store).getAllKeys();
      const values = tx.objectStore(store).getAll();
      tx.addEventListener("complete", () => resolve({ keys: keys.result, values: values.result }));
    });
    const show = (_key: string, value: unknown) =>
      value instanceof Uint8Array ? new TextDecoder("latin1").decode(value) : value;
    text += JSON.stringify(keys) + JSON.stringify(values, show);
  }
  db.close();
  return text;
}

test("the database holds nothing readable, in keys or values", async () => {
  const { enter, userName } = desk();
  const workspace = await enter({ sessionKey: "session-of-today" });
  await workspace.visits.add(event("a", "Jane Roe, chest pain"), { kind: "new" });
  await workspace.messages.put("m1", {
    to: ["jane@direct.example"],
    cc: [],
    bcc: [],
    subject: "About Jane Roe",
    textBody: "secret words",
    attachments: [],
  });
  await workspace.preferences.update(() => ({ theme: "darkest" }));
  const raw = await rawTextOf(userName);
  for (const plain of [
    id("a"),
    "Jane",
    "direct.example",
    "secret words",
    "darkest",
    userName,
    "first password",
    "session-of-today",
    "eventId",
  ])
    expect(raw).not.toContain(plain);
});

test("an untouched visit is no draft, gone after a day", async () => {
  const { enter, machine } = desk();
  const first = await enter();
  const letter = {
    to: ["bo@direct.example"],
    cc: [],
    bcc: [],
    subject: "Re: S",
    textBody: "",
    attachments: [],
  };
  await first.messages.begin("left", letter);
  await first.messages.begin("typed", letter);
  expect(first.messages.list()).toEqual([]);
  expect(await first.messages.get("left")).toEqual(letter);
  await first.messages.put("typed", { ...letter, textBody: "Yes." });
  await first.messages.begin("typed", { ...letter, textBody: "Yes, we did." });
  expect(first.messages.list().map((entry) => entry.id)).toEqual(["typed"]);
  first.close();
  machine.time += 25 * 60 * 60 * 1000;
  const later = await enter();
  expect(later.messages.list().map((entry) => entry.preview)).toEqual(["Yes, we did."]);
  await expect.poll(() => later.messages.get("left")).toBeUndefined();
});

test("an altered record is refused and not shown", async () => {
  const { enter, userName } = desk();
  const workspace = await enter();
  await workspace.visits.add(event("a"), { kind: "new" });
  await workspace.visits.add(event("b"), { kind: "new" });
  const name = await databaseNameOf(userName);
  const db = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(name);
    request.addEventListener("success", () => resolve(request.result));
  });
  await new Promise((resolve) => {
    const tx = db.transaction("bodies", "readwrite");
    const store = tx.objectStore("bodies");
    const keys = store.getAllKeys();
    keys.addEventListener("success", () => {
      const [one = "", other = ""] = keys.result;
      const first = store.get(one);
      // Replaces one record with another that is intact and validly sealed.
      first.addEventListener("success", () => store.put(first.result, other));
    });
    tx.addEventListener("complete", resolve);
  });
  db.close();
  const results = await Promise.allSettled([workspace.visits.get(id("a")), workspace.visits.get(id("b"))]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("an attachment of several pieces comes back byte by byte", async () => {
  const { enter } = desk();
  const { messages } = await enter();
  const bytes = crypto.getRandomValues(new Uint8Array(65_536));
  const file = new Blob(Array.from({ length: 40 }, () => bytes));
  const kept = await messages.addAttachment("m", file, {
    fileName: "scan.pdf",
    contentType: "application/pdf",
  });
  const back = await messages.attachment(kept);
  expect(back.type).toBe("application/pdf");
  expect(Buffer.from(await back.arrayBuffer()).equals(Buffer.from(await file.arrayBuffer()))).toBe(true);
});

test("a browser without storage estimates keeps work all the same", async () => {
  vi.stubGlobal("navigator", {});
  const { enter } = desk();
  const first = await enter();
  await first.visits.add(event("a"), { kind: "new" });
  expect(await first.persist()).toBe(false);
  await expect(first.usage()).rejects.toThrow(StorageFailure);
  first.close();
  expect((await enter()).visits.list()).toHaveLength(1);
  vi.unstubAllGlobals();
});

test("an erased workspace is gone", async () => {
  const { enter, userName } = desk();
  const first = await enter();
  await first.visits.add(event("a"), { kind: "new" });
  await first.erase();
  const again = await enter({ secret: { kind: "password", text: "any other" } });
  expect(again.visits.list()).toEqual([]);
  again.close();
  await eraseWorkspace(userName);
});

test("ten thousand events open in a moment", async () => {
  const { enter } = desk();
  const first = await enter();
  const events = Array.from({ length: 10_000 }, (_, n) => ({
    ...event("a"),
    eventId: `d${n.toString(16).padStart(31, "0")}`,
  }));
  const start = performance.now();
  await first.visits.importMany(events, { fileName: "big.ndjson" });
  const imported = performance.now();
  first.close();
  const again = await enter();
  expect(again.visits.list()).toHaveLength(10_000);
  // Generous, for a busy machine: what matters is seconds, not minutes.
  expect(imported - start).toBeLessThan(30_000);
  expect(performance.now() - imported).toBeLessThan(10_000);
}, 60_000);
