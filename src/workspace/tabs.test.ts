import { expect, test, vi } from "vitest";
import { NotTheWriter } from "./browser/failures.ts";
import { desk, event, heldEncryption, id } from "./test-workspace.ts";

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

/** Begins a save whose encryption ends only after `goOn`, and which is refused. */
async function saveSlowly(save: () => Promise<void>) {
  const { goOn, begun } = heldEncryption();
  const saved = save();
  const refused = expect(saved).rejects.toThrow(NotTheWriter);
  await expect.poll(begun).toBe(true);
  return { refused, goOn };
}

test("a slow last write never follows the next tab's", async () => {
  const { enter } = desk();
  const one = await enter();
  const two = await enter();
  const draft = { to: [], cc: [], bcc: [], subject: "", textBody: "", attachments: [] };
  await one.visits.add(event("a"), { kind: "new" });
  await expect.poll(() => two.visits.summary(id("a"))).toBeDefined();
  const visit = [await one.visits.edit(id("a")), await two.visits.edit(id("a"))] as const;
  const letter = [await one.messages.edit("m"), await two.messages.edit("m")] as const;
  const late = await saveSlowly(() => visit[0].put(event("a", "late")));
  await visit[1].takeOver();
  await visit[1].put(event("a", "from two"));
  late.goOn();
  await late.refused;
  expect((await two.visits.get(id("a")))?.event["note"]).toBe("from two");
  const lateLetter = await saveSlowly(() => letter[0].put({ ...draft, subject: "late" }));
  await letter[1].takeOver();
  await letter[1].put({ ...draft, subject: "from two" });
  lateLetter.goOn();
  await lateLetter.refused;
  expect((await two.messages.get("m"))?.subject).toBe("from two");
  vi.restoreAllMocks();
});

test("a draft is given up though its last write fails", async () => {
  const uncaught: unknown[] = [];
  const note = (reason: unknown) => uncaught.push(reason);
  process.on("unhandledRejection", note);
  const { enter } = desk();
  const one = await enter();
  const two = await enter();
  await one.visits.add(event("a"), { kind: "new" });
  const writer = await one.visits.edit(id("a"), { beforeYield: () => Promise.reject(new NotTheWriter()) });
  await expect.poll(() => two.visits.summary(id("a"))).toBeDefined();
  const follower = await two.visits.edit(id("a"));
  await follower.takeOver();
  expect([writer.role, follower.role, uncaught]).toEqual(["follower", "writer", []]);
  process.off("unhandledRejection", note);
});

test("a closed tab's last text is read without its message", async () => {
  const { machine, enter } = desk();
  const closing = machine.tab();
  const one = await enter({ environment: closing.environment });
  const two = await enter();
  await one.visits.add(event("a"), { kind: "new" });
  const writer = await one.visits.edit(id("a"));
  await expect.poll(() => two.visits.summary(id("a"))).toBeDefined();
  const follower = await two.visits.edit(id("a"));
  const heard: unknown[] = [];
  follower.subscribe(() => heard.push([follower.role, two.visits.summary(id("a"))?.text]));
  closing.kill();
  await writer.put(event("a", "last word"));
  expect(heard).toEqual([]);
  writer.release();
  await expect.poll(() => follower.role).toBe("writer");
  expect(heard).toEqual([
    ["follower", "last word"],
    ["writer", "last word"],
  ]);
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
