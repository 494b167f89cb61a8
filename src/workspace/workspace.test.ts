import type { DraftEvent } from "#room/billing/draft-event.ts";
import "fake-indexeddb/auto";
import { afterEach, expect, test, vi } from "vitest";
import { WorkspaceDesk } from "#room/testing/workspace-desk.ts";
import { databaseNameOf } from "./storage/database.ts";
import { NotAllowed, NotTheWriter, StorageFailure, WrongSecret } from "./browser/failures.ts";
import { eraseWorkspace, openWorkspace } from "./open-workspace.ts";
import type { OpenOptions } from "./open-workspace.ts";
import type { SendResult } from "./attempts/outbox-entry.ts";
import type { VisitFacts } from "./visits/visit-record.ts";
import type { Workspace } from "./workspace.ts";

const open: Workspace[] = [];
let users = 0;

afterEach(() => {
  for (const workspace of open.splice(0)) workspace.close();
});

function summarise(event: DraftEvent): VisitFacts {
  const note = typeof event["note"] === "string" ? event["note"] : "";
  const visitId = typeof event["visitId"] === "string" ? event["visitId"] : "";
  const facts = { visitId, practiceId: "", amountMinor: 100, currency: "USD", lineCount: 1 };
  return { ...facts, reason: "", blocking: note === "faulty" ? 1 : 0, warnings: 0, text: note };
}

/** A user of their own on a machine of its own; `enter` opens one more tab. */
function desk(answer: (event: DraftEvent) => Promise<SendResult> = async () => ({ kind: "charged" })) {
  const machine = new WorkspaceDesk();
  users += 1;
  const userName = `user${String(users)}`;
  const enter = async (options: Partial<OpenOptions> = {}) => {
    const { environment } = machine.tab();
    const workspace = await openWorkspace({
      userName,
      secret: { kind: "password", text: "first password" },
      environment,
      summarise,
      repeatsAreSafe: () => true,
      sender: {
        sendVisit: ({ text }) => answer(JSON.parse(text) as DraftEvent),
        sendMessage: async () => ({ kind: "sent", messageId: 7 }),
      },
      ...options,
    });
    open.push(workspace);
    return workspace;
  };
  return { machine, userName, enter };
}

function id(digit: string): string {
  return digit.repeat(32);
}

function event(digit: string, note = "typed"): DraftEvent {
  return { eventId: id(digit), visitId: id(digit), note, list: [1, { deep: null }] };
}

/** Everything that stands in a user's database, keys and values, as one text to look into. */
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

test("a wrong password opens nothing, and neither does another user's", async () => {
  const { enter } = desk();
  const first = await enter();
  await first.visits.add(event("a"), { kind: "new" });
  first.close();
  await expect(enter({ secret: { kind: "password", text: "another password" } })).rejects.toThrow(
    WrongSecret,
  );
  const stranger = await desk().enter({ secret: { kind: "password", text: "another password" } });
  expect(stranger.visits.list()).toEqual([]);
});

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

test("a draft returns with its baseline by password and session", async () => {
  const { enter } = desk();
  const first = await enter({ sessionKey: "s1" });
  await first.visits.importMany([event("a", "from file")], { fileName: "batch.json" });
  await first.visits.put(id("a"), event("a", "corrected"));
  first.close();
  for (const options of [{}, { secret: undefined, sessionKey: "s1" }]) {
    const { secret, ...rest } = options as { secret?: undefined };
    const again = await enter("secret" in options ? ({ ...rest, secret: undefined } as never) : rest);
    expect(again.visits.summary(id("a"))).toMatchObject({ state: "draft", edited: true, text: "corrected" });
    expect(await again.visits.get(id("a"))).toMatchObject({
      event: event("a", "corrected"),
      imported: event("a", "from file"),
    });
    again.close();
    expect(secret).toBeUndefined();
  }
});

test("a session that is over no longer opens it", async () => {
  const { enter } = desk();
  const first = await enter({ sessionKey: "s1" });
  await first.lock();
  first.close();
  await expect(enter({ secret: undefined, sessionKey: "s1" } as never)).rejects.toThrow(WrongSecret);
});

test("after a password change the old password is asked once", async () => {
  const { enter } = desk();
  const first = await enter();
  await first.visits.add(event("a"), { kind: "new" });
  first.close();
  const secret = { kind: "password", text: "second password" } as const;
  await expect(enter({ secret })).rejects.toThrow(WrongSecret);
  const changed = await enter({ secret, oldSecret: { kind: "password", text: "first password" } });
  expect(changed.visits.list()).toHaveLength(1);
  changed.close();
  expect((await enter({ secret })).visits.list()).toHaveLength(1);
  await expect(enter()).rejects.toThrow(WrongSecret);
});

test("after a password change only the new password opens it", async () => {
  const { enter } = desk();
  const first = await enter({ sessionKey: "s1" });
  await first.visits.add(event("a"), { kind: "new" });
  await expect(first.changePassword("not the first", "second password")).rejects.toThrow(WrongSecret);
  await first.changePassword("first password", "second password");
  await first.visits.put(id("a"), event("a", "after the change"));
  first.close();
  await expect(enter()).rejects.toThrow(WrongSecret);
  const again = await enter({ secret: { kind: "password", text: "second password" } });
  expect(again.visits.summary(id("a"))?.text).toBe("after the change");
});

test("without a password the session or a passphrase keeps work", async () => {
  const { enter } = desk();
  const first = await enter({ secret: undefined, sessionKey: "s1" } as never);
  expect(first.protection()).toBe("session");
  await first.visits.add(event("a"), { kind: "new" });
  await first.setPassphrase("four words to remember");
  first.close();
  const secret = { kind: "passphrase", text: "four words to remember" } as const;
  const again = await enter({ secret, sessionKey: "s2" });
  expect(again.visits.list()).toHaveLength(1);
  expect(again.protection()).toBe("passphrase");
});

const bare = { secret: undefined } as never as { secret: never };
const passkey = { id: "desk", text: "what the authenticator gave" };

test("a passkey opens once paired, never with another's secret", async () => {
  const { enter } = desk();
  (await enter()).close();
  await expect(enter({ ...bare, passkey, sessionKey: "s2" })).rejects.toThrow(WrongSecret);
  (await enter({ passkey, sessionKey: "s2" })).close();
  const again = await enter({ ...bare, passkey, sessionKey: "s3" });
  expect(again.protection()).toBe("password");
  await again.lock();
  await again.unlock({ passkey, sessionKey: "s4" });
  again.close();
  const other = { ...passkey, text: "what another gave" };
  await expect(enter({ ...bare, passkey: other, sessionKey: "s5" })).rejects.toThrow(WrongSecret);
  await enter();
});

test("in a new browser the passkey guards, not the password", async () => {
  const { enter } = desk();
  const first = await enter({ ...bare, passkey, sessionKey: "s1" });
  expect(first.protection()).toBe("passkey");
  await first.visits.add(event("a"), { kind: "new" });
  first.close();
  await expect(enter({ sessionKey: "s2" })).rejects.toThrow(WrongSecret);
  await expect(enter({ ...bare, sessionKey: "s2" })).rejects.toThrow(WrongSecret);
  const both = await enter({ passkey, sessionKey: "s2" });
  expect(both.protection()).toBe("password");
  both.close();
  const again = await enter({ sessionKey: "s3" });
  expect(again.visits.list()).toHaveLength(1);
});

test("a locked workspace saves what is written once unlocked", async () => {
  const { enter } = desk();
  const workspace = await enter({ sessionKey: "s1" });
  await workspace.visits.add(event("a"), { kind: "new" });
  await workspace.lock();
  let isWritten = false;
  const write = workspace.visits.put(id("a"), event("a", "while locked")).then(() => (isWritten = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isWritten).toBe(false);
  await expect(workspace.unlock({ secret: { kind: "password", text: "no" } })).rejects.toThrow(WrongSecret);
  await workspace.unlock({ secret: { kind: "password", text: "first password" }, sessionKey: "s2" });
  await write;
  expect(workspace.visits.summary(id("a"))?.text).toBe("while locked");
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
      // One record put in the place of another, whole and well sealed.
      first.addEventListener("success", () => store.put(first.result, other));
    });
    tx.addEventListener("complete", resolve);
  });
  db.close();
  const results = await Promise.allSettled([workspace.visits.get(id("a")), workspace.visits.get(id("b"))]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("two tabs share work; one at a time writes", async () => {
  const { enter, machine } = desk();
  const one = await enter();
  const two = await enter();
  await one.visits.add(event("a"), { kind: "new" });
  await expect.poll(() => two.visits.summary(id("a"))?.text).toBe("typed");
  const writer = await one.visits.edit(id("a"));
  const follower = await two.visits.edit(id("a"));
  expect([writer.role, follower.role]).toEqual(["writer", "follower"]);
  await expect(follower.put(event("a", "from two"))).rejects.toThrow(NotTheWriter);
  await expect(two.visits.put(id("a"), event("a", "from two"))).rejects.toThrow(NotTheWriter);
  await writer.put(event("a", "from one"));
  await expect.poll(() => two.visits.summary(id("a"))?.text).toBe("from one");
  const taken = follower.takeOver();
  await expect.poll(() => follower.role === "writer" || (machine.pass(500), false)).toBe(true);
  await taken;
  expect(writer.role).toBe("follower");
  await follower.put(event("a", "from two"));
  await expect(writer.put(event("a", "late"))).rejects.toThrow(NotTheWriter);
  follower.release();
  await expect.poll(() => writer.role).toBe("writer");
});

test("a tab giving a draft up writes the last text", async () => {
  const { enter } = desk();
  const one = await enter();
  const two = await enter();
  await one.visits.add(event("a"), { kind: "new" });
  const writer = await one.visits.edit(id("a"), { beforeYield: () => writer.put(event("a", "last word")) });
  await expect.poll(() => two.visits.summary(id("a"))).toBeDefined();
  const follower = await two.visits.edit(id("a"));
  await follower.takeOver();
  expect((await two.visits.get(id("a")))?.event["note"]).toBe("last word");
});

test("a message draft has one writer, even before it exists", async () => {
  const { enter } = desk();
  const one = await enter();
  const two = await enter();
  const draft = { to: [], cc: [], bcc: [], subject: "", textBody: "", attachments: [] };
  const writer = await one.messages.edit("m", {
    beforeYield: () => writer.put({ ...draft, subject: "last word" }),
  });
  const follower = await two.messages.edit("m");
  expect([writer.role, follower.role]).toEqual(["writer", "follower"]);
  await expect(follower.put(draft)).rejects.toThrow(NotTheWriter);
  const heard: string[] = [];
  follower.subscribe(() => heard.push(two.messages.entry("m")?.subject ?? ""));
  await writer.put({ ...draft, subject: "first word" });
  await expect.poll(() => heard).toContain("first word");
  await follower.takeOver();
  expect((await two.messages.get("m"))?.subject).toBe("last word");
  await expect(writer.put(draft)).rejects.toThrow(NotTheWriter);
});

test("an import overwrites nothing that was edited here", async () => {
  const { enter } = desk();
  const { visits } = await enter();
  const results = async (note: string) =>
    (await visits.importMany([event("a", note)], { fileName: "f.json" })).map(({ result }) => result);
  expect(await results("one")).toEqual(["added"]);
  expect(await results("one")).toEqual(["same"]);
  expect(await results("two")).toEqual(["updated"]);
  await visits.put(id("a"), event("a", "mine"));
  expect(await results("three")).toEqual(["conflict"]);
  expect(visits.summary(id("a"))).toMatchObject({ text: "mine", hasIncoming: true });
  expect(await visits.get(id("a"))).toMatchObject({
    imported: event("a", "two"),
    incoming: event("a", "three"),
  });
  await visits.resolveMerge(id("a"), event("a", "merged"));
  expect(visits.summary(id("a"))).toMatchObject({ text: "merged", hasIncoming: false });
  expect((await visits.get(id("a")))?.imported).toEqual(event("a", "three"));
});

test("a retyped eventId still finds its file and baseline", async () => {
  const { enter } = desk();
  const { visits, outbox } = await enter();
  const results = async (note: string) =>
    (await visits.importMany([event("a", note)], { fileName: "f.json" })).map((each) => [
      each.eventId,
      each.result,
    ]);
  await results("one");
  await visits.add(event("d"), { kind: "new" });
  await expect(visits.reissue(id("a"), id("d"))).rejects.toThrow("Another visit in this browser");
  expect(visits.list()).toHaveLength(2);
  await visits.reissue(id("a"), id("b"));
  await visits.reissue(id("b"), id("c"));
  expect(await results("one")).toEqual([[id("c"), "same"]]);
  expect(await results("two")).toEqual([[id("c"), "conflict"]]);
  expect(visits.list().map(({ eventId }) => eventId)).toEqual(expect.arrayContaining([id("c"), id("d")]));
  expect(visits.list()).toHaveLength(2);
  expect(visits.summary(id("c"))).toMatchObject({ source: { kind: "import", name: "f.json" }, edited: true });
  // As after an undo of both.
  await visits.reissue(id("c"), id("a"));
  expect(await visits.get(id("a"))).toMatchObject({
    event: event("a", "one"),
    imported: event("a", "one"),
    incoming: event("a", "two"),
  });
  expect(visits.summary(id("a"))).toMatchObject({ hasIncoming: true, edited: false });
  const later = await enter();
  expect(later.visits.newestOf(id("b"))).toBe(id("a"));
  await outbox.sendBatch([id("d")]);
  await expect(visits.reissue(id("d"), id("e"))).rejects.toThrow("It was charged under");
  expect(visits.summary(id("e"))).toBeUndefined();
});

test("two tabs importing one file have each event once", async () => {
  const { enter } = desk();
  const [one, two] = [await enter(), await enter()];
  const events = Array.from({ length: 200 }, (_, n) => ({
    ...event("a"),
    eventId: `c${n.toString(16).padStart(31, "0")}`,
  }));
  const [first, second] = await Promise.all([
    one.visits.importMany(events, { fileName: "f" }),
    two.visits.importMany(events, { fileName: "f" }),
  ]);
  const added = [...first, ...second].filter(({ result }) => result === "added");
  expect(added).toHaveLength(200);
  const three = await enter();
  expect(three.visits.list()).toHaveLength(200);
});

test("a removed event returns with its attempts and requests", async () => {
  const { enter } = desk(async () => ({ kind: "withheld", message: "manual review" }));
  const { visits, outbox } = await enter();
  await visits.add(event("a", "one"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  await visits.put(id("a"), event("a", "two"));
  const removed = await visits.remove([id("a")]);
  expect(visits.list()).toEqual([]);
  expect(await visits.get(id("a"))).toBeUndefined();
  await visits.restore(removed);
  expect(visits.summary(id("a"))).toMatchObject({ state: "withheld", changedSinceAttempt: true });
  expect(await visits.attemptContent(id("a"), 1)).toEqual({ sent: event("a", "one") });
});

test("restoring a removed event never overwrites a newer import", async () => {
  const { enter } = desk();
  const { visits } = await enter();
  await visits.add(event("a", "one"), { kind: "new" });
  const removed = await visits.remove([id("a")]);
  await visits.add(event("a", "two"), { kind: "new" });
  await visits.restore(removed);
  const again = await enter();
  expect((await again.visits.get(id("a")))?.event).toEqual(event("a", "two"));
});

test("an eventId that is taken is refused", async () => {
  const { enter } = desk();
  const { visits } = await enter();
  await visits.add(event("a"), { kind: "new" });
  await expect(visits.add(event("a"), { kind: "new" })).rejects.toThrow(NotAllowed);
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
  // Generous, for a busy machine: what is told here is that it is seconds, not minutes.
  expect(imported - start).toBeLessThan(30_000);
  expect(performance.now() - imported).toBeLessThan(10_000);
}, 60_000);
