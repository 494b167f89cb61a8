import { afterEach, expect, test } from "vitest";
import { registry } from "#room/contract/registry.ts";
import { readMail } from "#room/server/direct/read-mail.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { sessionKeyOf } from "./test-session.ts";

interface Reply {
  readonly subjects: string[];
  readonly summaries: { subject: string; threadId: number; messageId: number; sentTo?: string[] }[];
  readonly visits: { visitId: string }[];
  readonly messageNotFound: boolean;
  readonly unauthorizedAccess: boolean;
}

const visitId = buildGuid(2, 1);

describeOnBothEngines("conversations", (stores) => {
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
    const ask = async (name: "casey" | "robin", request: object): Promise<Reply> => {
      const { body } = await running.post("/json/reply/ConversationRequest", { ...as(name), ...request });
      // The contract's schema has checked it at the server.
      const reply = body as unknown as Omit<Reply, "subjects">;
      return { ...reply, subjects: reply.summaries.map(({ subject }) => subject) };
    };
    const name = async (who: "casey" | "robin", request: object) =>
      (await running.post("/json/reply/MessageVisitRequest", { ...as(who), ...request })).body;
    const send = async (who: "casey" | "robin", subject: string, more: object = {}, to?: string) => {
      const other = who === "casey" ? "robin" : "casey";
      const email = { to: [to ?? `${other}@direct.example`], subject };
      const request = { ...as(who), email, ...more };
      const { body } = await running.post("/DirectMessaging/SendMessage", request);
      expect(body).toMatchObject({ hasError: false });
      return Number(body["messageId"]);
    };
    /** A letter from elsewhere, as it is fetched. */
    const fetched = async (id: string, headers: string, text = `Text of ${id}`) => {
      const source = `From: doctor@elsewhere.example\r\nTo: casey@direct.example\r\nMessage-ID: <${id}>\r\n${headers}Subject: ${id}\r\n\r\n${text}\r\n`;
      const { message, identity, threading } = await readMail(Buffer.from(source));
      const casey = await running.store.users.find("casey");
      running.clock.now += 1000;
      const delivered = await running.store.fetchedMail.deliver(
        { ...message, receivedAt: running.clock.now },
        { mailboxes: [casey?.userId ?? 0], identity, threading },
      );
      return delivered.messageId;
    };
    const mailIdOf = async (messageId: number) => {
      const { mail_id } = await running.store.db
        .selectFrom("message")
        .select("mail_id")
        .where("message_id", "=", messageId)
        .executeTakeFirstOrThrow();
      return mail_id ?? "";
    };
    return { running, as, ask, name, send, fetched, mailIdOf };
  }

  test("are refused to whoever has no part in them", async () => {
    const { running, ask, name, send } = await start();
    const { body } = await running.post("/json/reply/ConversationRequest", { messageId: 1 });
    expect(body).toMatchObject({ badSessionKey: true, hasError: true, summaries: [] });
    const outward = await send("casey", "Outward", {}, "doctor@elsewhere.example");
    for (const messageId of [outward, 999, 0, -1, 1.5, undefined])
      expect(await ask("robin", { messageId })).toMatchObject({ messageNotFound: true, summaries: [] });
    expect(await ask("robin", { visitId })).toMatchObject({ unauthorizedAccess: true });
    expect(await name("robin", { messageId: outward, visitId })).toMatchObject({ messageNotFound: true });
    expect(await name("casey", { messageId: outward, visitId })).toMatchObject({ unauthorizedAccess: true });
    // An answer to a letter that is not the sender's stands alone.
    const guessed = await send("robin", "Guessed", { inReplyTo: outward });
    expect((await ask("robin", { messageId: guessed })).subjects).toEqual(["Guessed"]);
    expect((await ask("casey", { messageId: outward })).subjects).toEqual(["Outward"]);
  });

  test("hold a letter and its answers, for both sides", async () => {
    const { running, as, ask, send } = await start();
    const first = await send("casey", "Question");
    const answer = await send("robin", "Re: Question", { inReplyTo: first });
    await send("casey", "Re: Re: Question", { inReplyTo: answer });
    await send("casey", "Something else");
    for (const name of ["casey", "robin"] as const) {
      const reply = await ask(name, { messageId: answer });
      expect(reply.subjects).toEqual(["Re: Re: Question", "Re: Question", "Question"]);
      expect(new Set(reply.summaries.map(({ threadId }) => threadId)).size).toBe(1);
    }
    expect((await ask("casey", { messageId: first })).summaries.map(({ sentTo }) => sentTo)).toEqual([
      ["robin@direct.example"],
      undefined,
      ["robin@direct.example"],
    ]);
    const { body } = await running.post("/json/reply/MessageChangesRequest", as("robin"));
    const threads = (body["summaries"] as { threadId: number }[]).map(({ threadId }) => threadId);
    expect(new Set(threads).size).toBe(2);
  });

  test("hold answers from elsewhere, by what they refer to", async () => {
    const { ask, send, fetched, mailIdOf } = await start();
    const first = await send("casey", "Question", {}, "doctor@elsewhere.example");
    const own = await mailIdOf(first);
    await fetched("one@elsewhere", `In-Reply-To: <${own}>\r\n`);
    await fetched("two@elsewhere", `References: <unknown@elsewhere>\r\n <${own}>\r\n`);
    await fetched("three@elsewhere", `In-Reply-To: <two@elsewhere>\r\n`);
    await fetched("alone@elsewhere", "");
    expect((await ask("casey", { messageId: first })).subjects).toEqual([
      "three@elsewhere",
      "two@elsewhere",
      "one@elsewhere",
      "Question",
    ]);
  });

  test("are one when the letter between them comes late", async () => {
    const { running, as, ask, fetched } = await start();
    const first = await fetched("a@elsewhere", "");
    const third = await fetched("c@elsewhere", "In-Reply-To: <b@elsewhere>\r\n");
    expect((await ask("casey", { messageId: first })).subjects).toEqual(["a@elsewhere"]);
    const { body } = await running.post("/json/reply/MessageChangesRequest", as("casey"));
    const second = await fetched("b@elsewhere", "In-Reply-To: <a@elsewhere>\r\n");
    for (const messageId of [first, second, third])
      expect((await ask("casey", { messageId })).subjects).toEqual([
        "b@elsewhere",
        "c@elsewhere",
        "a@elsewhere",
      ]);
    const since = body["changeNumber"];
    const later = await running.post("/json/reply/MessageChangesRequest", { ...as("casey"), since });
    const changed = (later.body["summaries"] as { messageId: number }[]).map(({ messageId }) => messageId);
    expect(changed).toEqual(expect.arrayContaining([second, third]));
  });

  test("are not joined by a letter that refers to both", async () => {
    const { ask, fetched } = await start();
    const one = await fetched("a@elsewhere", "");
    const other = await fetched("b@elsewhere", "");
    // Nor by one that takes the name of a letter.
    await fetched("both@elsewhere", "References: <a@elsewhere> <b@elsewhere>\r\n");
    await fetched("a@elsewhere", "In-Reply-To: <b@elsewhere>\r\n", "Another text");
    expect((await ask("casey", { messageId: one })).subjects).toEqual(["a@elsewhere"]);
    expect((await ask("casey", { messageId: other })).subjects).toHaveLength(3);
  });

  test("tell the other side what is answered", async () => {
    const { running, send, fetched } = await start();
    const asked = await fetched("ask@elsewhere", "References: <old@elsewhere>\r\n");
    await send("casey", "Re: ask", { inReplyTo: asked }, "doctor@elsewhere.example");
    const claim = { owner: "one", now: Date.now() * 2, until: Date.now() * 2, limit: 1 };
    const [mail] = await running.store.outgoingMail.claim(claim);
    const message = mail && (await running.store.outgoingMail.messageOf(mail));
    expect(message?.references).toEqual(["old@elsewhere", "ask@elsewhere"]);
  });

  test("name the visit they are about", async () => {
    const { running, ask, name, send } = await start();
    const bearer = { authorization: `Bearer ${await running.signIn("casey")}` };
    const audit = { canAutoCharge: false, withholdReason: "No diagnosis" };
    const request = { AutoChargedEvent: buildEvent({ seed: 1, audit }) };
    await running.post(`/json/reply/${registry.chargeVisit.name}`, request, bearer);
    const first = await send("casey", "About a visit", { visitId });
    const answer = await send("robin", "Re", { inReplyTo: first });
    await send("casey", "Unrelated");
    for (const who of ["casey", "robin"] as const) {
      expect((await ask(who, { messageId: answer })).visits).toMatchObject([{ visitId }]);
      expect((await ask(who, { visitId })).subjects).toEqual(["Re", "About a visit"]);
    }
    expect(await name("robin", { messageId: answer, visitId, isRemoved: true })).toMatchObject({
      hasError: false,
    });
    expect((await ask("casey", { messageId: first })).visits).toEqual([]);
    await name("robin", { messageId: answer, visitId });
    expect((await ask("casey", { messageId: first })).visits).toMatchObject([{ visitId }]);
    // Whoever sees other practices only has the letters, not the visit.
    await running.store.users.change("robin", { practices: [buildGuid(9, 77)] });
    expect((await ask("robin", { messageId: answer })).visits).toEqual([]);
    expect(await ask("robin", { visitId })).toMatchObject({ unauthorizedAccess: true, summaries: [] });
  });
});
