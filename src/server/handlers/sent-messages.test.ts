import { afterEach, expect, test } from "vitest";
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
      messages: [{ clientMessageId: "one", messageId, deliveries: [] }],
    });
    expect(await find("robin", "one")).toMatchObject({ messages: [] });
    expect((await send("two"))["messageId"]).not.toBe(messageId);
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

  test("tell each outside recipient's state, with any failure notice", async () => {
    const { running, as, send, find } = await start();
    await send("one", { ...letter, to: [...outside, "robin@direct.example"] });
    const states = async () => {
      const { messages } = await find("casey", "one");
      const [{ deliveries }] = messages as [{ deliveries: { state: string; noticeMessageId?: number }[] }];
      return deliveries;
    };
    expect((await states()).map(({ state }) => state)).toEqual(["waiting", "waiting", "waiting"]);
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
    expect(told.map(({ state }) => state)).toEqual(["handed-over", "retrying", "not-delivered"]);
    const messageId = told[2]?.noticeMessageId;
    const notice = await running.post("/DirectMessaging/GetMessage", { ...as("casey"), messageId });
    expect(notice.body).toMatchObject({ email: { subject: "Not delivered: Papers" } });
  });
});
