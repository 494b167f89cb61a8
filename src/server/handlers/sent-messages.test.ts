import { afterEach, expect, test } from "vitest";
import { registry } from "#room/contract/registry.ts";
import { sessionKeyOf } from "./test-session.ts";
import { createOutgoingLanes } from "#room/server/direct/deliver-outgoing.ts";
import type { HandOver } from "#room/server/direct/send-mail.ts";
import { outgoingLog } from "#room/server/direct/test-outgoing.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

const letter = { to: ["robin@direct.example"], from: "casey@direct.example", subject: "Papers" };
const outside = ["a@elsewhere.example", "b@elsewhere.example", "c@elsewhere.example"];

describeOnBothEngines("messages that their sender names", (stores) => {
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  async function start() {
    const environment = { DIRECT_SMTP_URL: "smtps://casey:right@127.0.0.1:1" };
    const running = await startTestServer(environment, { databaseUrl: await stores.fresh() });
    server = running;
    const keys = { casey: await sessionKeyOf(running, "casey"), robin: await sessionKeyOf(running, "robin") };
    const as = (name: "casey" | "robin") => ({ loggedInUser: name, sessionKey: keys[name] });
    const send = async (clientMessageId: unknown, email: object = letter) =>
      (await running.post("/DirectMessaging/SendMessage", { ...as("casey"), email, clientMessageId })).body;
    const find = async (name: "casey" | "robin", ...clientMessageIds: string[]) =>
      (await running.post("/json/reply/SentMessagesRequest", { ...as(name), clientMessageIds })).body;
    return { running, as, send, find };
  }

  test("are taken once however often sent, found by their sender", async () => {
    const { running, as, send, find } = await start();
    expect(await find("casey", "one")).toMatchObject({ hasError: false, messages: [] });
    const answers = await Promise.all([send("one"), send("one"), send("one")]);
    answers.push(await send("one", { ...letter, createdTime: "2026-11-02T10:00:00.0000000" }));
    expect(new Set(answers.map(({ messageId }) => messageId)).size).toBe(1);
    const list = await running.post("/DirectMessaging/GetMessageSummaries", as("robin"));
    expect(list.body["summaries"]).toHaveLength(1);
    const { messageId } = answers[0] ?? {};
    expect(await find("casey", "one", "two", "one")).toMatchObject({
      messages: [
        {
          clientMessageId: "one",
          messageId,
          deliveries: [{ recipient: "robin@direct.example", state: "in-mailbox" }],
        },
      ],
    });
    expect(await find("robin", "one")).toMatchObject({ messages: [] });
    expect((await send("two"))["messageId"]).not.toBe(messageId);
  });

  test("tell when opened here, if their reader lets them", async () => {
    const { running, as, send, find } = await start();
    const bearer = { authorization: `Bearer ${await running.signIn("robin")}` };
    const tells = (tellsOpened: unknown, headers = bearer) =>
      running.post("/json/reply/SaveMailboxRequest", { tellsOpened }, headers);
    const openedAt = async (name: string) => {
      const { messages } = await find("casey", name);
      return (messages as [{ deliveries: [{ openedAt?: string }] }])[0].deliveries[0].openedAt;
    };
    const open = async (messageId: unknown) => {
      const { body } = await running.post("/DirectMessaging/GetMessage", { ...as("robin"), messageId });
      expect(body).toMatchObject({ hasError: false });
    };
    expect((await tells(true, { authorization: "" })).status).toBe(401);
    expect((await tells("yes")).status).toBe(400);
    await open((await send("silent"))["messageId"]);
    expect(await openedAt("silent")).toBeUndefined();
    expect((await tells(true)).body).toMatchObject({ tellsOpened: true });
    const { messageId } = await send("told");
    expect(await openedAt("told")).toBeUndefined();
    await open(messageId);
    const first = await openedAt("told");
    expect(first).toMatch(/^\d{4}-/);
    running.clock.now += 60_000;
    await open(messageId);
    expect(await openedAt("told")).toBe(first);
    // What was opened before stays untold.
    expect(await openedAt("silent")).toBeUndefined();
    const { body } = await running.post("/json/reply/DeliveryRequest", { ...as("casey"), messageId });
    expect(body).toMatchObject({ recipients: [{ state: "in-mailbox", openedAt: first }] });
    await tells(false);
    expect(await openedAt("told")).toBeUndefined();
  });

  test("are refused for a reused or malformed name", async () => {
    const { send, find } = await start();
    await send("one");
    expect(await send("one", { ...letter, textBody: "Another" })).toMatchObject({
      hasError: true,
      messageId: 0,
      errorMessage: "The clientMessageId was used for another message. Nothing was sent now.",
    });
    for (const name of ["", "x".repeat(65), "a b", "a\0"])
      expect(await send(name)).toMatchObject({ hasError: true, messageId: 0 });
    expect((await send(null))["hasError"]).toBe(false);
    const many = Array.from({ length: 201 }, (_, at) => String(at));
    expect(await find("casey", ...many)).toMatchObject({ hasError: true, messages: [] });
  });

  test("tell what their sender attended to or sent again", async () => {
    const { running, as, send, find } = await start();
    const { messageId } = await send("one");
    const attend = async (request: object) =>
      (await running.post("/json/reply/AttendSentMessageRequest", { messageId, ...request })).body;
    const attended = ["not-delivered robin@direct.example"];
    expect(await attend({ attended })).toMatchObject({ badSessionKey: true });
    expect(await attend({ ...as("robin"), attended })).toMatchObject({ messageNotFound: true });
    for (const wrong of [{ attended: ["x".repeat(401)] }, { messageId: 0.5, attended }])
      expect(await attend({ ...as("casey"), ...wrong })).toMatchObject({ hasError: true });
    expect(await attend({ ...as("casey"), attended })).toMatchObject({ hasError: false });
    const again = { ...as("casey"), email: letter, clientMessageId: "two", resendOf: messageId };
    await running.post("/DirectMessaging/SendMessage", again);
    const { messages } = await find("casey", "one", "two");
    expect(messages).toMatchObject([{ attended }, { resendOf: messageId }]);
    await attend({ ...as("casey"), attended: [] });
    expect(JSON.stringify(await find("casey", "one"))).not.toContain("attended");
  });

  test("tell each outside recipient's state, with any failure notice", async () => {
    const { running, as, send, find } = await start();
    await send("one", { ...letter, to: [...outside, "robin@direct.example"] });
    const states = async () => {
      const { messages } = await find("casey", "one");
      const [{ deliveries }] = messages as [{ deliveries: { state: string; noticeMessageId?: number }[] }];
      return deliveries;
    };
    expect((await states()).map(({ state }) => state)).toEqual([
      "waiting",
      "waiting",
      "waiting",
      "in-mailbox",
    ]);
    const fault = { error: "no", cause: "no" };
    const outcomes: Record<string, HandOver> = {
      "a@elsewhere.example": { kind: "sent" },
      "b@elsewhere.example": { kind: "later", mayHaveArrived: false, ...fault },
      "c@elsewhere.example": { kind: "never", ...fault },
    };
    const sender = {
      send: async ({ recipient }: { recipient: string }) => outcomes[recipient] ?? { kind: "sent" as const },
      close: () => undefined,
    };
    const lanes = createOutgoingLanes({
      store: running.store,
      sender,
      now: () => new Date(running.clock.now + 1000),
      log: outgoingLog,
      owner: "test",
    });
    await lanes.open();
    await lanes.close();
    const told = await states();
    expect(told.map(({ state }) => state)).toEqual([
      "handed-over",
      "retrying",
      "not-delivered",
      "in-mailbox",
    ]);
    const sent = (await find("casey", "one"))["messages"] as [{ messageId: number }];
    const ask = async (name: "casey" | "robin", id: unknown) =>
      (await running.post("/json/reply/DeliveryRequest", { ...as(name), messageId: id })).body;
    const delivery = await ask("casey", sent[0].messageId);
    expect(delivery).toMatchObject({
      hasError: false,
      recipients: [
        { address: "a@elsewhere.example", state: "handed-over" },
        { address: "b@elsewhere.example", state: "waiting", reason: "no" },
        { address: "c@elsewhere.example", state: "failed", reason: "no" },
        { address: "robin@direct.example", state: "in-mailbox" },
      ],
    });
    const lines = delivery["recipients"] as { at: string }[];
    expect(lines.every(({ at }) => /^\d{4}-\d{2}-\d{2}T/.test(at))).toBe(true);
    // It is in robin's mailbox; only its sender may know what became of it elsewhere.
    for (const [name, id] of [
      ["robin", sent[0].messageId],
      ["casey", 999],
      ["casey", null],
      ["casey", -1.5],
    ] as const)
      expect(await ask(name, id)).toMatchObject({ messageNotFound: true, recipients: [] });
    const bare = await running.post("/json/reply/DeliveryRequest", { messageId: sent[0].messageId });
    expect(bare.body).toMatchObject({ badSessionKey: true, recipients: [] });
    const messageId = told[2]?.noticeMessageId;
    const notice = await running.post("/DirectMessaging/GetMessage", { ...as("casey"), messageId });
    expect(notice.body).toMatchObject({ email: { subject: "Not delivered: Papers" } });
  });

  test("are listed to their sender alone, from any client", async () => {
    const { running, as, send } = await start();
    await send("one", { ...letter, subject: "First", bcc: ["casey@direct.example"], textBody: "Some words" });
    await send(undefined, { ...letter, subject: "Second" });
    const list = async (name: "casey" | "robin", request: object = {}) => {
      const { body } = await running.post("/json/reply/SentMessagesRequest", { ...as(name), ...request });
      // The contract's schema has checked it at the server.
      return body as unknown as {
        messages: { messageId: number; subject: string; clientMessageId: string }[];
        before?: number;
      };
    };
    const all = await list("casey");
    expect(all.messages).toMatchObject([
      { subject: "Second", deliveries: [{ state: "in-mailbox" }] },
      {
        subject: "First",
        clientMessageId: "one",
        to: ["robin@direct.example"],
        bcc: ["casey@direct.example"],
        preview: "Some words",
        attachmentCount: 0,
      },
    ]);
    const [second, first] = all.messages.map(({ messageId }) => messageId);
    const page = await list("casey", { limit: 1 });
    expect(page).toMatchObject({ before: second, messages: [{ subject: "Second" }] });
    expect(registry.findSentMessages.faults.read(page)).toBeUndefined();
    const last = await list("casey", { limit: 1, before: page.before });
    expect(last).toMatchObject({ messages: [{ subject: "First" }] });
    expect(last.before).toBeUndefined();
    expect((await list("casey", { since: first })).messages).toMatchObject([{ subject: "Second" }]);
    expect((await list("casey", { since: second })).messages).toEqual([]);
    expect((await list("robin")).messages).toEqual([]);
    for (const wrong of [{ limit: 0 }, { limit: 201 }, { since: -1 }, { before: 0.5 }])
      expect(await list("casey", wrong)).toMatchObject({ hasError: true, messages: [] });
  });
});
