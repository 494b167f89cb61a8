import { afterEach, expect, test } from "vitest";
import { readMail } from "#room/server/direct/read-mail.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { AddressGivenUp, mailboxesOf } from "#room/server/store/address-owners.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";
import { sessionKeyOf } from "./test-session.ts";

type Name = "casey" | "robin" | "alex";

const taken = { status: 409, body: { responseStatus: { errorCode: "AddressTaken" } } };
const billing = "billing@direct.example";

describeOnBothEngines("a shared mailbox", (stores) => {
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  async function start(userNames: readonly Name[] = ["casey", "robin"]) {
    const running = await startTestServer({}, { databaseUrl: await stores.fresh() });
    server = running;
    const alex = { name: "alex", role: "clerk", addresses: ["alex@direct.example"] } as const;
    await running.store.users.add({ ...alex, passwordRecord: undefined, createdAt: 0 });
    await running.store.users.change("casey", { role: "administrator" });
    const keys = new Map<Name, string>();
    for (const name of ["casey", "robin", "alex"] as const) keys.set(name, await sessionKeyOf(running, name));
    const as = (name: Name) => ({ loggedInUser: name, sessionKey: keys.get(name) });
    const share = async (people: readonly string[], address = billing) =>
      running.post(
        "/json/reply/SaveSharedMailboxRequest",
        { address, userNames: people },
        { "x-ss-id": keys.get("casey") ?? "" },
      );
    expect((await share(userNames)).body).toEqual({ address: billing, userNames });
    const send = async (who: Name, email: object, more: object = {}) =>
      (await running.post("/DirectMessaging/SendMessage", { ...as(who), email, ...more })).body;
    const changesOf = async (who: Name, since = 0) =>
      // The contract's schema has checked it at the server.
      (await running.post("/json/reply/MessageChangesRequest", { ...as(who), since })).body as unknown as {
        changeNumber: number;
        summaries: {
          messageId: number;
          subject: string;
          isArchived: boolean;
          shared?: Record<string, unknown>;
        }[];
      };
    const sharedOf = async (who: Name) => (await changesOf(who)).summaries[0]?.shared;
    const work = async (who: Name, messageId: unknown, what: string) =>
      (await running.post("/json/reply/WorkOnMessageRequest", { ...as(who), messageId, work: what })).body;
    const flag = async (who: Name, messageId: number, marks: object) =>
      running.post("/json/reply/FlagMessagesRequest", { ...as(who), messageIds: [messageId], ...marks });
    const letter = async () =>
      Number((await send("alex", { to: [billing], subject: "Bill 7" }))["messageId"]);
    return { running, keys, as, share, send, changesOf, sharedOf, work, flag, letter };
  }

  test("is offered with colleagues, of whom nothing else is told", async () => {
    const { running, keys } = await start();
    const offered = async () => {
      const headers = { "x-ss-id": keys.get("robin") ?? "" };
      return (await running.post("/json/reply/DirectAddressesRequest", {}, headers)).body["clinic"];
    };
    await running.store.users.change("alex", { displayName: "Alex Roe" });
    const [casey, robin] = ["casey", "robin"].map((name) => ({ address: `${name}@direct.example` }));
    const alex = { address: "alex@direct.example", name: "Alex Roe" };
    expect(await offered()).toEqual([alex, casey, robin, { address: billing }]);
    await running.store.users.change("alex", { role: "auditor" });
    expect(await offered()).toEqual([casey, robin, { address: billing }]);
    await running.store.users.change("alex", { role: "clerk", disabled: true });
    expect(await offered()).toEqual([casey, robin, { address: billing }]);
  });

  test("is told of when nobody may read it any more", async () => {
    const { running, keys } = await start(["alex", "robin"]);
    const ask = async () => {
      const headers = { "x-ss-id": keys.get("casey") ?? "" };
      const addresses = [billing.toUpperCase(), "robin@direct.example", "nobody@direct.example"];
      return (await running.post("/json/reply/MailboxesCheckRequest", { addresses }, headers)).body;
    };
    const missing = ["nobody@direct.example"];
    expect(await ask()).toEqual({ missing, unread: [] });
    await running.store.users.change("robin", { disabled: true });
    expect(await ask()).toEqual({ missing, unread: ["robin@direct.example"] });
    await running.store.users.change("alex", { role: "auditor" });
    expect(await ask()).toEqual({ missing, unread: [billing.toUpperCase(), "robin@direct.example"] });
  });

  test("gives each of its people the letter, and nobody else", async () => {
    const { letter, changesOf } = await start();
    const messageId = await letter();
    for (const who of ["casey", "robin"] as const)
      expect((await changesOf(who)).summaries).toMatchObject([
        { messageId, subject: "Bill 7", shared: { address: billing, readBy: [] } },
      ]);
    expect((await changesOf("alex")).summaries).toEqual([]);
  });

  test("tells who read, took and archived a letter", async () => {
    const { letter, changesOf, flag, sharedOf, work } = await start();
    const messageId = await letter();
    const { changeNumber } = await changesOf("casey");
    await flag("robin", messageId, { isRead: true });
    expect((await changesOf("casey", changeNumber)).summaries).toMatchObject([
      { isRead: false, shared: { readBy: ["robin"] } },
    ]);
    expect(await work("robin", messageId, "take")).toMatchObject({ shared: { takenBy: "robin" } });
    // It stays robin's, unless it is said.
    expect(await work("casey", messageId, "take")).toMatchObject({ shared: { takenBy: "robin" } });
    expect(await work("casey", messageId, "release")).toMatchObject({ shared: { takenBy: "robin" } });
    expect(await work("casey", messageId, "take-over")).toMatchObject({ shared: { takenBy: "casey" } });
    expect(await sharedOf("robin")).toMatchObject({ takenBy: "casey" });
    await work("casey", messageId, "release");
    expect(await sharedOf("robin")).not.toHaveProperty("takenBy");
    await flag("casey", messageId, { isArchived: true });
    expect((await changesOf("robin")).summaries).toMatchObject([
      { isArchived: true, shared: { archivedBy: "casey" } },
    ]);
    await flag("robin", messageId, { isArchived: false });
    expect(await sharedOf("casey")).not.toHaveProperty("archivedBy");
  });

  test("is answered once, and says by whom", async () => {
    const { running, letter, send, sharedOf, work, changesOf, as } = await start();
    const messageId = await letter();
    expect(await work("robin", messageId, "answer")).toMatchObject({ shared: { answeringBy: "robin" } });
    expect(await work("casey", messageId, "answer")).toMatchObject({ shared: { answeringBy: "robin" } });
    const answer = { from: billing, to: ["alex@direct.example"], subject: "Re: Bill 7", textBody: "Paid" };
    const sent = await send("robin", answer, { inReplyTo: messageId });
    expect(sent).toMatchObject({ hasError: false });
    expect(await sharedOf("casey")).toMatchObject({ answeredBy: "robin" });
    expect(await sharedOf("casey")).not.toHaveProperty("answeringBy");
    const second = { inReplyTo: messageId, clientMessageId: "second" };
    const refused = await send("casey", answer, second);
    expect(refused).toMatchObject({ hasError: true, messageId: 0, answeredBy: "robin" });
    expect(refused["errorMessage"]).toContain("robin has answered this message already");
    expect((await changesOf("alex")).summaries).toHaveLength(1);
    expect(await send("casey", answer, { ...second, isFurtherAnswer: true })).toMatchObject({
      hasError: false,
    });
    // Who answered may go on.
    expect(await send("casey", answer, { inReplyTo: messageId })).toMatchObject({ hasError: false });
    expect((await changesOf("alex")).summaries).toHaveLength(3);
    // The others read what was answered in their name, without its hidden copies.
    const thread = await running.post("/json/reply/ConversationRequest", { ...as("casey"), messageId });
    expect(thread.body["summaries"]).toHaveLength(4);
    expect(thread.body["summaries"]).toContainEqual(
      expect.objectContaining({ messageId: sent["messageId"], sentBy: "robin" }),
    );
    const read = { ...as("casey"), messageId: sent["messageId"] };
    expect((await running.post("/DirectMessaging/GetMessage", read)).body).toMatchObject({
      email: { textBody: "Paid", bcc: [] },
    });
    const foreign = { ...as("alex"), messageId: sent["messageId"], folder: "sent" };
    expect((await running.post("/DirectMessaging/GetMessage", foreign)).body).toMatchObject({
      messageNotFound: true,
    });
  });

  test("of many answers at once one is sent", async () => {
    const { letter, send, changesOf } = await start();
    const messageId = await letter();
    // Each also goes to the other, whose mailbox its own answer needs.
    const answer = (who: Name, other: Name) =>
      send(
        who,
        { from: billing, to: ["alex@direct.example"], cc: [`${other}@direct.example`], subject: who },
        { inReplyTo: messageId },
      );
    const both = Array.from({ length: 8 }, () => [answer("casey", "robin"), answer("robin", "casey")]);
    const answers = await Promise.all(both.flat());
    const { summaries } = await changesOf("alex");
    const senders = new Set(summaries.map(({ subject }) => subject));
    expect(senders.size).toBe(1);
    expect(summaries).toHaveLength(8);
    const refused = answers.filter(({ hasError }) => hasError === true);
    expect(refused).toHaveLength(8);
    for (const one of refused) expect(one["answeredBy"]).toBe([...senders][0]);
  });

  test("sends for all: in each one’s Sent, found by each", async () => {
    const { running, as, send, share } = await start();
    const post = async (who: Name, operation: string, request: object) =>
      (await running.post(`/json/reply/${operation}Request`, { ...as(who), ...request })).body;
    const letter = {
      from: billing,
      to: ["alex@direct.example"],
      subject: "Statement",
      textBody: "Copayment due",
    };
    const { messageId } = await send(
      "robin",
      { ...letter, bcc: ["casey@direct.example"] },
      { clientMessageId: "of-robin" },
    );
    await send("robin", { ...letter, from: "robin@direct.example", subject: "Of robin alone" });
    const shared = {
      messageId,
      sentBy: "robin",
      subject: "Statement",
      bcc: [],
      deliveries: [{ recipient: "alex@direct.example", state: "in-mailbox" }],
    };
    expect((await post("casey", "SentMessages", {}))["messages"]).toMatchObject([shared]);
    const asked = await post("casey", "SentMessages", { clientMessageIds: ["of-robin"] });
    expect(asked["messages"]).toMatchObject([{ messageId, sentBy: "robin" }]);
    const attended = ["not-delivered alex@direct.example"];
    expect(await post("casey", "AttendSentMessage", { messageId, attended })).toMatchObject({
      hasError: false,
    });
    expect((await post("robin", "SentMessages", {}))["messages"]).toMatchObject([
      {},
      { messageId, attended },
    ]);
    const read = { messageId, folder: "sent" };
    expect(await post("casey", "GetMessage", read)).toMatchObject({
      email: { textBody: "Copayment due", bcc: [] },
    });
    for (const folder of ["sent", "all"])
      expect(
        (await post("casey", "SearchMessages", { text: "copayment", folder }))["summaries"],
      ).toMatchObject([folder === "sent" ? { messageId, sentBy: "robin" } : { messageId }]);
    await share(["robin"]);
    expect((await post("casey", "SentMessages", {}))["messages"]).toEqual([]);
    expect(
      (await post("casey", "SearchMessages", { text: "copayment", folder: "sent" }))["summaries"],
    ).toEqual([]);
    expect(await post("casey", "GetMessage", read)).toMatchObject({ messageNotFound: true });
  });

  test("keeps hidden copies to their sender, whatever they are marked", async () => {
    const { running, as, send } = await start();
    const post = async (who: Name, operation: string, request: object) =>
      (await running.post(`/json/reply/${operation}Request`, { ...as(who), ...request })).body;
    // The mailbox of the hidden copy stands under its person's first address.
    await running.store.users.change("alex", { addresses: ["first@direct.example", "alex@direct.example"] });
    const letter = { from: billing, to: ["robin@direct.example"], subject: "Statement" };
    const { messageId } = await send("robin", { ...letter, bcc: ["alex@direct.example"] });
    const attend = async (who: Name, attended: readonly string[]) =>
      post(who, "AttendSentMessage", { messageId, attended });
    const hidden = "not-delivered alex@direct.example";
    const open = "not-known robin@direct.example";
    expect(await attend("robin", [hidden])).toMatchObject({ hasError: false });
    for (const wrong of [hidden, "of nobody", "not-known else@direct.example"])
      expect(await attend("casey", [wrong])).toMatchObject({ hasError: true });
    const seenBy = async (who: Name) => (await post(who, "SentMessages", {}))["messages"];
    const recipient = "robin@direct.example";
    expect(await seenBy("casey")).toMatchObject([{ deliveries: [{ recipient }] }]);
    expect(JSON.stringify(await seenBy("casey"))).not.toMatch(/alex|first@/);
    expect(await attend("casey", [open])).toMatchObject({ hasError: false });
    expect(await seenBy("casey")).toMatchObject([{ attended: [open] }]);
    expect(await seenBy("robin")).toMatchObject([{ attended: [open, hidden] }]);
    for (let times = 0; times < 5; times += 1) {
      await attend("robin", []);
      await Promise.all([attend("robin", [hidden]), attend("casey", [open])]);
      expect(JSON.stringify(await seenBy("robin")), "of two at once").toContain(hidden);
    }
  });

  test("is nothing to send from, once given up", async () => {
    const { running, as, send, share } = await start();
    const { messageId } = await send("alex", { to: ["robin@direct.example"], subject: "Of alex alone" });
    await send("casey", { to: ["robin@direct.example"], subject: "Again" }, { resendOf: messageId });
    const { body } = await running.post("/json/reply/SentMessagesRequest", as("casey"));
    expect(body["messages"]).toEqual([expect.not.objectContaining({ resendOf: messageId })]);
    const bill = { from: billing, to: ["alex@direct.example"], subject: "Bill 7" };
    const first = await send("casey", bill, { clientMessageId: "retried" });
    await share(["robin"]);
    // The answer was lost.
    expect(await send("casey", bill, { clientMessageId: "retried" })).toEqual(first);
    const other = { ...bill, subject: "Bill 8" };
    expect(await send("casey", other, { clientMessageId: "retried" })).toMatchObject({ hasError: true });
    expect(await send("casey", bill, { clientMessageId: "new" })).toMatchObject({
      unauthorizedAccess: true,
    });
    // As in a request that had looked before.
    const { userId = 0 } = (await running.store.users.find("casey")) ?? {};
    const sentAs = { userId, clientId: "late", digest: "", bcc: [], sharedFrom: billing };
    const message = { sender: billing, subject: "Late", to: [], cc: [], size: 1, receivedAt: 1 };
    const late = running.store.messages.deliver(
      { ...message, textBody: "", htmlBody: "", attachments: [], createdTime: undefined },
      { mailboxes: [userId], sentAs },
    );
    await expect(late).rejects.toBeInstanceOf(AddressGivenUp);
  });

  test("passed on to its sender is not answered", async () => {
    const { letter, send, sharedOf } = await start();
    const messageId = await letter();
    const back = {
      from: billing,
      to: ["alex@direct.example"],
      subject: "Fwd: Bill 7",
      textBody: "See below",
    };
    await send("robin", back, { inReplyTo: messageId, isForward: true });
    expect(await sharedOf("casey")).not.toHaveProperty("answeredBy");
    await send("robin", back, { inReplyTo: messageId });
    expect(await sharedOf("casey")).toMatchObject({ answeredBy: "robin" });
  });

  test("read before one joins is not read by them", async () => {
    const { running, as, letter, changesOf, flag, share, sharedOf } = await start(["casey"]);
    const messageId = await letter();
    await flag("casey", messageId, { isRead: true });
    await share(["casey", "robin"]);
    expect((await changesOf("robin")).summaries).toMatchObject([
      { isRead: true, shared: { readBy: ["casey"] } },
    ]);
    await running.post("/DirectMessaging/GetMessage", { ...as("robin"), messageId });
    expect(await sharedOf("robin")).toMatchObject({ readBy: ["casey", "robin"] });
  });

  test("of two addresses is known to the people of both", async () => {
    const { running, as, share, send, changesOf, sharedOf, work } = await start(["casey"]);
    const front = "front@direct.example";
    await share(["robin"], front);
    const sent = await send("alex", { to: [billing, front], subject: "Both" });
    const messageId = sent["messageId"];
    expect(await sharedOf("casey")).toMatchObject({ address: billing });
    expect(await sharedOf("robin")).toMatchObject({ address: front });
    await work("casey", messageId, "take");
    expect(await sharedOf("robin")).not.toHaveProperty("takenBy");
    const { body } = await running.post("/json/reply/DeliveryRequest", { ...as("alex"), messageId });
    expect(body["recipients"]).toMatchObject([{ address: billing }, { address: front }]);
    expect((await changesOf("robin")).summaries).toHaveLength(1);
  });

  test("forgets who was answering when they fall silent", async () => {
    const { running, letter, work } = await start();
    const messageId = await letter();
    await work("robin", messageId, "answer");
    running.clock.now += 150_001;
    expect(await work("casey", messageId, "answer")).toMatchObject({ shared: { answeringBy: "casey" } });
    expect(await work("robin", messageId, "stop-answering")).toMatchObject({
      shared: { answeringBy: "casey" },
    });
    const stopped = await work("casey", messageId, "stop-answering");
    expect(stopped["shared"]).not.toHaveProperty("answeringBy");
  });

  test("gives who joins what came before, and tells leavers nothing", async () => {
    const { letter, changesOf, share, sharedOf, send, work } = await start(["casey"]);
    const messageId = await letter();
    expect((await changesOf("robin")).summaries).toEqual([]);
    await share(["casey", "robin"]);
    expect((await changesOf("robin")).summaries).toMatchObject([{ messageId, shared: { address: billing } }]);
    await share(["robin"]);
    expect(await sharedOf("casey")).toBeUndefined();
    expect(await work("casey", messageId, "take")).toMatchObject({ messageNotFound: true });
    const wrong = await send("casey", { from: billing, to: ["alex@direct.example"], subject: "x" });
    expect(wrong).toMatchObject({ unauthorizedAccess: true });
    await share([]);
    expect(await send("alex", { to: [billing], subject: "x" })).toMatchObject({ recipientInvalid: true });
  });

  test("stands as one recipient, whoever leaves it", async () => {
    const { running, as, letter, share } = await start();
    const messageId = await letter();
    for (const people of [["casey", "robin"], ["robin"], []]) {
      await share(people);
      const { body } = await running.post("/json/reply/DeliveryRequest", { ...as("alex"), messageId });
      expect(body["recipients"]).toMatchObject([{ address: billing, state: "in-mailbox" }]);
      expect(body["recipients"]).toHaveLength(1);
    }
  });

  test("of a person's former address shows none of their letters", async () => {
    const { running, as, keys, send, share } = await start();
    const sent = await send("robin", { to: ["robin@direct.example"], subject: "Private" });
    const casey = { "x-ss-id": keys.get("casey") ?? "" };
    const moved = { userName: "robin", addresses: ["robin2@direct.example"] };
    expect((await running.post("/json/reply/ChangePersonRequest", moved, casey)).status).toBe(200);
    expect((await share(["alex"], "robin@direct.example")).status).toBe(200);
    const read = { ...as("alex"), messageId: sent["messageId"] };
    for (const name of ["GetMessageRequest", "ConversationRequest"])
      expect((await running.post(`/json/reply/${name}`, read)).body).toMatchObject({ messageNotFound: true });
  });

  test("is not changed by who saw others share it", async () => {
    const { running, keys } = await start(["casey"]);
    const headers = { "x-ss-id": keys.get("casey") ?? "" };
    const change = async (userNames: readonly Name[], seen: readonly Name[]) =>
      running.post("/json/reply/SaveSharedMailboxRequest", { address: billing, userNames, seen }, headers);
    // Robin was taken off meanwhile.
    expect(await change(["casey", "robin", "alex"], ["casey", "robin"])).toMatchObject({
      status: 409,
      body: { responseStatus: { errorCode: "SharersChanged" } },
    });
    expect((await change(["casey", "alex"], ["casey"])).status).toBe(200);
    expect((await change([], ["alex", "casey"])).status).toBe(200);
    expect((await change(["robin"], [])).status).toBe(200);
  });

  test("that was given up begins anew", async () => {
    const { running, as, letter, send, share, changesOf } = await start();
    const messageId = await letter();
    const answer = { from: billing, to: ["alex@direct.example"], subject: "Answer" };
    const sent = await send("robin", answer, { inReplyTo: messageId });
    await share([]);
    await share(["alex"]);
    expect((await changesOf("alex")).summaries).toMatchObject([{ subject: "Answer" }]);
    for (const at of ["first", "again"]) expect((await share([])).status, at).toBe(200);
    await share(["casey"]);
    const read = { ...as("casey"), messageId: sent["messageId"] };
    expect((await running.post("/json/reply/GetMessageRequest", read)).body).toMatchObject({
      messageNotFound: true,
    });
  });

  test("tells everybody when its people change", async () => {
    const { running, as, letter, send, share, changesOf, work } = await start();
    const messageId = await letter();
    const answer = { from: billing, to: ["alex@direct.example"], subject: "Answer" };
    const sent = await send("robin", answer, { inReplyTo: messageId });
    await work("robin", messageId, "take");
    const [casey, robin] = [await changesOf("casey"), await changesOf("robin")];
    await share(["casey"], "Billing@direct.example");
    expect((await changesOf("casey", casey.changeNumber)).summaries[0]?.shared).not.toHaveProperty("takenBy");
    const [left] = (await changesOf("robin", robin.changeNumber)).summaries;
    expect(left).toMatchObject({ messageId });
    expect(left).not.toHaveProperty("shared");
    const read = { ...as("casey"), messageId: sent["messageId"] };
    expect((await running.post("/json/reply/GetMessageRequest", read)).body).toMatchObject({
      email: { subject: "Answer" },
    });
  });

  test("is changed by many at once", async () => {
    const { running, share, keys } = await start();
    const casey = { "x-ss-id": keys.get("casey") ?? "" };
    const wanted = "both@direct.example";
    const own = { userName: "robin", addresses: [wanted] };
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, (_, at) => share(at % 2 === 0 ? ["casey"] : ["casey", "robin"])),
      share(["casey"], wanted),
      running.post("/json/reply/ChangePersonRequest", own, casey),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 12)).toEqual(Array(12).fill(200));
    expect(statuses.slice(12).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test("is answered once in a long conversation", async () => {
    const { running, as, letter, send } = await start();
    const messageId = await letter();
    const casey = await running.store.users.find("casey");
    for (let count = 0; count < 501; count += 1)
      await running.store.messages.deliver(
        {
          sender: "alex@direct.example",
          to: [billing],
          cc: [],
          createdTime: undefined,
          subject: "More",
          textBody: "",
          htmlBody: undefined,
          attachments: [],
          size: 1,
          receivedAt: 1,
        },
        { mailboxes: [casey?.userId ?? 0], threading: { answers: messageId } },
      );
    const answer = { from: billing, to: ["alex@direct.example"], subject: "Answer" };
    expect(await send("casey", answer, { inReplyTo: messageId })).toMatchObject({ hasError: false });
    expect(await send("robin", answer, { inReplyTo: messageId })).toMatchObject({ answeredBy: "casey" });
    const { body } = await running.post("/json/reply/ConversationRequest", { ...as("casey"), messageId });
    expect(body).toMatchObject({ messageNotFound: false });
  });

  test("gets letters from other mail systems, too", async () => {
    const { running, sharedOf } = await start();
    const source = `From: doctor@elsewhere.example\r\nTo: ${billing}\r\nMessage-ID: <a@x>\r\nSubject: a\r\n\r\ntext\r\n`;
    const { message, identity, threading, recipients } = await readMail(Buffer.from(source));
    const to = mailboxesOf(await running.store.users.ownersOf(recipients));
    await running.store.fetchedMail.deliver({ ...message, receivedAt: 1 }, { ...to, identity, threading });
    expect(await sharedOf("robin")).toMatchObject({ address: billing });
  });

  test("is refused for a person's address, and the reverse", async () => {
    const { running, share, keys } = await start();
    expect(await share(["casey"], "ROBIN@direct.example")).toMatchObject(taken);
    for (const wrong of ["no address", "billing", "r\u043ebin@direct.example", "a\u200b@direct.example"])
      expect((await share(["casey"], wrong)).status).toBe(400);
    expect((await share(["nobody"])).status).toBe(404);
    const casey = { "x-ss-id": keys.get("casey") ?? "" };
    const own = { userName: "robin", addresses: [billing] };
    expect(await running.post("/json/reply/ChangePersonRequest", own, casey)).toMatchObject(taken);
    const robin = { "x-ss-id": keys.get("robin") ?? "" };
    expect((await running.post("/json/reply/SharedMailboxesRequest", {}, robin)).status).toBe(403);
    expect((await running.post("/json/reply/SharedMailboxesRequest", {}, casey)).body).toEqual({
      mailboxes: [{ address: billing, userNames: ["casey", "robin"] }],
    });
  });
});
