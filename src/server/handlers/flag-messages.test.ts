import { randomBytes } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { sql } from "kysely";
import type { NewMessage } from "#room/server/store/message-record.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { sessionKeyOf } from "./test-session.ts";

const letter: NewMessage = {
  sender: "lab@direct.example",
  to: ["casey@direct.example"],
  cc: [],
  createdTime: undefined,
  subject: "Labs",
  textBody: "The labs of last week",
  htmlBody: undefined,
  attachments: [],
  size: 300,
  receivedAt: 1_700_000_000_000,
};
const dataKey = randomBytes(32).toString("base64");

interface Row {
  readonly messageId: number;
  readonly isRead: boolean;
  readonly isArchived: boolean;
  readonly labels: string[];
  readonly preview?: string;
}

describeOnBothEngines("marks of messages over HTTP", (stores) => {
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  async function start(environment: Record<string, string> = {}, databaseUrl?: string) {
    const running = await startTestServer(environment, {
      databaseUrl: databaseUrl ?? (await stores.fresh()),
    });
    server = running;
    const { store } = running;
    const keys = { casey: await sessionKeyOf(running, "casey"), robin: await sessionKeyOf(running, "robin") };
    const ids = new Map((await store.users.list()).map(({ name, userId }) => [name, userId]));
    const as = (name: "casey" | "robin") => ({ loggedInUser: name, sessionKey: keys[name] });
    const look = async (name: "casey" | "robin", since = 0) => {
      const { body } = await running.post("/json/reply/MessageChangesRequest", { ...as(name), since });
      // The contract's schema has checked it at the server.
      return body as unknown as { summaries: Row[]; changeNumber: number };
    };
    const flag = async (name: "casey" | "robin", request: object) =>
      (await running.post("/json/reply/FlagMessagesRequest", { ...as(name), ...request })).body;
    const put = (...names: string[]) =>
      store.messages.deliver(letter, { mailboxes: names.map((name) => ids.get(name) ?? 0) });
    return { running, store, as, look, flag, put };
  }

  test("are refused without a session, numbers or sense", async () => {
    const { running, as, flag, put } = await start();
    const id = await put("casey");
    const call = async (request: object) =>
      (await running.post("/json/reply/FlagMessagesRequest", request)).body;
    expect(await call({ messageIds: [id] })).toMatchObject({ badSessionKey: true, hasError: true });
    expect(await call({ ...as("casey"), loggedInUser: "robin", messageIds: [id] })).toMatchObject({
      unauthorizedAccess: true,
    });
    for (const messageIds of [undefined, [], [0], [-1], [1.5], [2 ** 60]])
      expect(await flag("casey", { messageIds, isRead: true })).toMatchObject({
        errorMessage: "Say which messages, by number.",
      });
    const many = Array.from({ length: 1001 }, (_, at) => at + 1);
    expect(await flag("casey", { messageIds: many })).toMatchObject({
      errorMessage: "Mark at most 1000 messages at a time.",
    });
    const label = async (...addLabels: string[]) =>
      (await flag("casey", { messageIds: [id], addLabels }))["errorMessage"];
    expect(await label(" ")).toBe("A label needs a name.");
    expect(await label("x".repeat(41))).toBe("A label has at most 40 characters.");
    expect(await label("two\nlines")).toBe("A label is one line of visible characters.");
    expect(await label("txt\u202Eexe")).toBe("A label is one line of visible characters.");
    expect(await label(...many.slice(0, 21).map(String))).toBe("A message has at most 20 labels.");
  });

  test("are seen by the same person's other browser alone", async () => {
    const { look, flag, put } = await start();
    const both = await put("casey", "robin");
    const other = await put("robin");
    const before = await look("casey");
    expect(before.summaries).toEqual([
      expect.objectContaining({ isRead: false, isArchived: false, labels: [], preview: letter.textBody }),
    ]);
    const robins = await look("robin");
    expect(
      await flag("casey", { messageIds: [both, other], isRead: true, addLabels: ["Billing"] }),
    ).toMatchObject({ hasError: false, notFound: [other] });
    const after = await look("casey", before.changeNumber);
    expect(after.summaries).toEqual([
      expect.objectContaining({ messageId: both, isRead: true, isArchived: false, labels: ["Billing"] }),
    ]);
    expect((await look("robin", robins.changeNumber)).summaries).toEqual([]);
  });

  test("stay as they are for the same again", async () => {
    const { look, flag, put } = await start();
    const messageIds = [await put("casey"), await put("casey")];
    const change = { messageIds, isRead: true, isArchived: true, addLabels: ["Billing", "billing"] };
    await flag("casey", change);
    const { changeNumber, summaries } = await look("casey");
    expect(summaries.map(({ labels }) => labels)).toEqual([["Billing"], ["Billing"]]);
    await Promise.all([flag("casey", change), flag("casey", change)]);
    expect((await look("casey", changeNumber)).summaries).toEqual([]);
    await flag("casey", { messageIds, isArchived: false, removeLabels: ["BILLING"] });
    expect((await look("casey", changeNumber)).summaries[0]).toMatchObject({
      isRead: true,
      isArchived: false,
      labels: [],
    });
  });

  test("are at most twenty labels for a message", async () => {
    const { look, flag, put } = await start();
    const id = await put("casey");
    await flag("casey", { messageIds: [id], addLabels: Array.from({ length: 20 }, (_, at) => `L${at}`) });
    expect(await flag("casey", { messageIds: [id], isRead: true, addLabels: ["one more"] })).toMatchObject({
      tooManyLabels: [id],
    });
    expect((await look("casey")).summaries[0]).toMatchObject({ isRead: false });
  });

  test("and first lines are sealed, made for older messages", async () => {
    const databaseUrl = await stores.fresh();
    const first = await start({ DATA_KEY: dataKey }, databaseUrl);
    const id = await first.put("casey");
    await first.flag("casey", { messageIds: [id], addLabels: ["Jane Doe"] });
    const stored = await sql<{ preview: string; labels: string }>`select preview, labels from mailbox_entry
      join message on message.message_id = mailbox_entry.message_id`.execute(first.store.db);
    expect(JSON.stringify(stored.rows)).not.toMatch(/Jane Doe|The labs/);
    expect((await first.look("casey")).summaries[0]).toMatchObject({
      labels: ["Jane Doe"],
      preview: letter.textBody,
    });
    await sql`update message set preview = null`.execute(first.store.db);
    await first.running.stop();
    const second = await start({ DATA_KEY: dataKey }, databaseUrl);
    await expect.poll(async () => (await second.look("casey")).summaries[0]?.preview).toBe(letter.textBody);
  });
});
