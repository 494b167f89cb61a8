import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { sessionKeyOf } from "./test-session.ts";
import { largestAttachment } from "./read-email.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import type { Store } from "#room/server/store/store.ts";
import type { Limits } from "#room/server/limits.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

const flags = [
  "badSessionKey",
  "hasSessionKeyExpired",
  "unauthorizedAccess",
  "toFieldRequired",
  "recipientNotSpecified",
  "recipientInvalid",
  "hasRequestTimedOut",
  "serverError",
  "folderNotFound",
  "messageNotFound",
];

/** The one flag that is set, "none", or "other" for an error without a flag; fails the test if more than one is set. */
function flagOf(body: Record<string, unknown>): string {
  const up = flags.filter((flag) => body[flag] === true);
  expect(up.length).toBeLessThanOrEqual(1);
  expect(body["hasError"]).toBe((body["errorMessage"] ?? "") !== "");
  if (body["hasError"] !== true) expect(up).toEqual([]);
  return up[0] ?? (body["hasError"] === true ? "other" : "none");
}

/** Blocks what a delivery needs, as a busy database would, until the work is done. */
async function whileBlocked(store: Store, work: () => Promise<void>): Promise<void> {
  await store.db.transaction().execute(async (transaction) => {
    if (store.kind === "postgres")
      await sql`lock table message in access exclusive mode`.execute(transaction);
    await work();
  });
}

interface StartOptions {
  readonly settings?: Record<string, string>;
  readonly limits?: Partial<Limits>;
}

const letter = { to: ["robin@direct.example"], from: "casey@direct.example", subject: "Papers" };

describeOnBothEngines("messages over HTTP", (stores) => {
  let server: TestServer | undefined;
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });

  async function start({ settings = {}, ...options }: StartOptions = {}) {
    const databaseUrl = await stores.fresh();
    const running = await startTestServer(settings, { databaseUrl, ...options });
    server = running;
    const keys = new Map<string, string>();
    for (const name of ["casey", "robin"]) keys.set(name, await sessionKeyOf(running, name));
    const asUser = (name: string) => ({ loggedInUser: name, sessionKey: keys.get(name) });
    return {
      running,
      databaseUrl,
      asUser,
      send: async (email: Record<string, unknown>, changes: Record<string, unknown> = {}) =>
        (await running.post("/DirectMessaging/SendMessage", { ...asUser("casey"), email, ...changes })).body,
      summariesOf: async (name: string) => {
        const { body } = await running.post("/DirectMessaging/GetMessageSummaries", asUser(name));
        expect(flagOf(body)).toBe("none");
        return body["summaries"];
      },
      get: async (name: string, messageId: unknown) =>
        (await running.post("/DirectMessaging/GetMessage", { ...asUser(name), messageId })).body,
    };
  }

  test("are refused by one flag, in wire order, delivering nothing", async () => {
    const { send, asUser, running, summariesOf } = await start();
    const ended = await sessionKeyOf(running, "casey");
    await running.post("/auth/logout", {}, { "x-ss-id": ended });
    const wrong = { ...letter, from: "robin@direct.example", to: [], cc: ["x"] };
    expect(flagOf(await send(wrong, { sessionKey: "never", loggedInUser: "x" }))).toBe("badSessionKey");
    expect(flagOf(await send(wrong, { sessionKey: null, loggedInUser: "x" }))).toBe("badSessionKey");
    expect(flagOf(await send(wrong, { sessionKey: ended, loggedInUser: "x" }))).toBe("hasSessionKeyExpired");
    expect(flagOf(await send(letter, { loggedInUser: "robin" }))).toBe("unauthorizedAccess");
    expect(flagOf(await send(letter, { loggedInUser: null }))).toBe("unauthorizedAccess");
    expect(flagOf(await send(wrong))).toBe("unauthorizedAccess");
    expect(flagOf(await send({ ...letter, to: [], cc: ["x"] }))).toBe("toFieldRequired");
    expect(flagOf(await send({ ...letter, to: [], bcc: ["x"] }))).toBe("toFieldRequired");
    expect(flagOf(await send({ ...letter, to: ["  "] }))).toBe("recipientNotSpecified");
    expect(flagOf(await send({ ...letter, to: null }))).toBe("recipientNotSpecified");
    expect(flagOf((await running.post("/json/reply/SendMessageRequest", asUser("casey"))).body)).toBe(
      "recipientNotSpecified",
    );
    expect(flagOf(await send(letter, { emailServiceType: "Fax" }))).toBe("other");
    expect(flagOf(await send({ ...letter, subject: "x".repeat(256) }))).toBe("other");
    expect(await summariesOf("robin")).toEqual([]);
  });

  test("to an unknown recipient name bad addresses, reaching nobody", async () => {
    const { send, summariesOf } = await start();
    const body = await send({ ...letter, cc: ["ghost@direct.example"], bcc: ["no address"] });
    expect(flagOf(body)).toBe("recipientInvalid");
    expect(body["errorMessage"]).toContain("ghost@direct.example, no address");
    expect(body["messageId"]).toBe(0);
    // What looks like one recipient must not be another.
    const split = await send({
      ...letter,
      to: ["robin@elsewhere.example\r\nRCPT TO:<robin@direct.example>"],
    });
    expect(flagOf(split)).toBe("recipientInvalid");
    expect(await summariesOf("robin")).toEqual([]);
  });

  test("are refused with a text, recipients or attachments beyond use", async () => {
    const { send } = await start();
    const faultOf = async (more: object) => (await send({ ...letter, ...more }))["errorMessage"];
    expect(await faultOf({ textBody: "a".repeat(2 * 1024 ** 2), htmlBody: "b" })).toContain(
      "Send it as a file",
    );
    const attachments = Array.from({ length: 251 }, () => ({ base64: "AAAA", fileName: "x" }));
    expect(await faultOf({ attachments })).toContain("more than 250 attachments");
    const to = Array.from({ length: 1001 }, (_, number) => `u${number}@direct.example`);
    expect(await faultOf({ to })).toContain("more than 1000 recipients");
  });

  test("not read in time say so, and are not sent", async () => {
    const { send, summariesOf, databaseUrl } = await start({ limits: { messagingTimeoutMs: 400 } });
    const other = await stores.open(databaseUrl);
    await whileBlocked(other, async () => {
      expect(flagOf(await send(letter))).toBe("hasRequestTimedOut");
    });
    await expect.poll(() => send(letter).then(flagOf)).toBe("none");
    expect(await summariesOf("robin")).toHaveLength(1);
  });

  test("reach every recipient once, newest first, unchanged", async () => {
    const { send, summariesOf, get, running } = await start();
    const attachments = [
      {
        base64: Buffer.from([0, 255, 1]).toString("base64"),
        contentType: "application/pdf",
        fileName: "Größe.pdf",
      },
      { base64: "", contentType: "text/plain", fileName: "empty.txt" },
    ];
    const first = await send({
      ...letter,
      to: ["Robin <ROBIN@direct.example>", "robin@direct.example"],
      cc: ["casey@direct.example"],
      bcc: ["robin@direct.example"],
      createdTime: "2026-11-02T09:15:00+01:00",
      subject: "Grüße \u{1F600}",
      textBody: "Text",
      htmlBody: "<p>Text</p>",
      attachments,
    });
    expect(flagOf(first)).toBe("none");
    running.clock.now += 1000;
    const second = await send({ to: ["robin@direct.example"] }, { emailServiceType: "directmessage" });
    expect(second["messageId"]).toBeGreaterThan(Number(first["messageId"]));
    expect(await summariesOf("robin")).toEqual([
      {
        messageId: second["messageId"],
        subject: "",
        from: "casey@direct.example",
        dateReceived: "2026-11-02T09:00:01.0000000",
        messageSize: expect.any(Number),
        hasAttachments: false,
      },
      {
        messageId: first["messageId"],
        subject: "Grüße \u{1F600}",
        from: "casey@direct.example",
        dateReceived: "2026-11-02T09:00:00.0000000",
        messageSize: expect.any(Number),
        hasAttachments: true,
      },
    ]);
    expect(await summariesOf("casey")).toHaveLength(1);
    const read = await get("robin", first["messageId"]);
    expect(flagOf(read)).toBe("none");
    expect(read["email"]).toEqual({
      to: ["ROBIN@direct.example", "robin@direct.example"],
      from: "casey@direct.example",
      cc: ["casey@direct.example"],
      bcc: [],
      createdTime: "2026-11-02T08:15:00.0000000",
      subject: "Grüße \u{1F600}",
      textBody: "Text",
      htmlBody: "<p>Text</p>",
      attachments,
    });
  });

  test("give attachments in pieces, length first, in JSONP too", async () => {
    const { send, running, asUser } = await start();
    const sizes = [786_432, 2_000_001, 0, 1];
    const attachments = sizes.map((size, at) => ({
      base64: Buffer.alloc(size, `piece ${at}`).toString("base64"),
      contentType: "application/octet-stream",
      fileName: `${at}.bin`,
    }));
    const { messageId } = await send({ ...letter, textBody: "Grüße", attachments });
    const body = JSON.stringify({ ...asUser("robin"), messageId });
    const plain = await running.send("/json/reply/GetMessageRequest", { body });
    expect(plain.headers["content-length"]).toBe(String(Buffer.byteLength(plain.text)));
    expect(JSON.parse(plain.text)).toMatchObject({ email: { textBody: "Grüße", attachments } });
    const wrapped = await running.send("/json/reply/GetMessageRequest?callback=take", { body });
    expect(wrapped.text).toBe(`take(${plain.text})`);
  });

  test("with an unreadable attachment are cut off, never given whole", async () => {
    const { send, running, asUser } = await start();
    const base64 = Buffer.alloc(2_000_000, "x").toString("base64");
    const { messageId } = await send({ ...letter, attachments: [{ base64, fileName: "a.bin" }] });
    await running.store.db.deleteFrom("attachment_piece").where("piece", "=", 1).execute();
    const body = JSON.stringify({ ...asUser("robin"), messageId });
    await expect(running.send("/json/reply/GetMessageRequest", { body })).rejects.toThrow();
  });

  test("to another domain need a way there and valid addresses", async () => {
    const { send, summariesOf, running } = await start({
      settings: { DIRECT_SMTP_URL: "smtps://user:right@127.0.0.1:1" },
    });
    const to = ["robin@direct.example", "doctor@elsewhere.example"];
    const wrong = await send({ ...letter, to: [...to, "no address", "two@at@signs"] });
    expect(flagOf(wrong)).toBe("recipientInvalid");
    expect(wrong["errorMessage"]).toContain("no address, two@at@signs");
    expect(wrong["errorMessage"]).not.toContain("doctor");
    expect(await running.store.outgoingMail.countWaiting()).toBe(0);
    expect(flagOf(await send({ ...letter, to }))).toBe("none");
    expect(await running.store.outgoingMail.countWaiting()).toBe(1);
    expect(await summariesOf("robin")).toHaveLength(1);
  });

  test("have their subject and file names in one line", async () => {
    const { send, summariesOf, get } = await start();
    const { messageId } = await send({
      ...letter,
      subject: "Labs\r\nBcc: mallory@evil.example",
      attachments: [{ base64: "AA==", contentType: "text/plain\r\nX-Evil: 1", fileName: "a\nb.txt" }],
    });
    expect(await summariesOf("robin")).toMatchObject([{ subject: "Labs Bcc: mallory@evil.example" }]);
    expect((await get("robin", messageId))["email"]).toMatchObject({
      attachments: [{ contentType: "text/plain X-Evil: 1", fileName: "a b.txt" }],
    });
  });

  test("hold any text, also such as no database takes", async () => {
    const { send, summariesOf, get } = await start();
    const { messageId } = await send({
      ...letter,
      subject: "a\0b\uD800c",
      textBody: "\0",
      htmlBody: "\uDFFF",
    });
    expect(await summariesOf("robin")).toMatchObject([{ subject: "a\uFFFDb\uFFFDc" }]);
    expect((await get("robin", messageId))["email"]).toMatchObject({
      textBody: "\uFFFD",
      htmlBody: "\uFFFD",
    });
  });

  test("of another mailbox look like ones that never existed", async () => {
    const { send, get, asUser, running } = await start();
    const { messageId } = await send(letter);
    expect(flagOf(await get("casey", messageId))).toBe("messageNotFound");
    for (const none of [999_999, 0, -1, 1.5, null])
      expect(flagOf(await get("robin", none))).toBe("messageNotFound");
    const asOther = { ...asUser("robin"), loggedInUser: "casey", messageId };
    const refused = await running.post("/json/reply/GetMessageRequest", asOther);
    expect(flagOf(refused.body)).toBe("unauthorizedAccess");
    expect(refused.body["email"]).toBeUndefined();
  });

  test("come from one’s own addresses alone", async () => {
    const { running, asUser } = await start();
    const headers = { "x-ss-id": String(asUser("robin").sessionKey) };
    const { body } = await running.post("/json/reply/DirectAddressesRequest", {}, headers);
    expect(body["addresses"]).toEqual(["robin@direct.example"]);
    expect((await running.post("/json/reply/DirectAddressesRequest", {})).status).toBe(401);
  });

  test("are checked for mailboxes nobody has", async () => {
    const { running, asUser } = await start();
    const headers = { "x-ss-id": String(asUser("robin").sessionKey) };
    const addresses = ["Nobody@direct.example", "CASEY@direct.example", "Robin <robin@direct.example>"];
    expect((await running.post("/json/reply/MailboxesCheckRequest", { addresses })).status).toBe(401);
    const { body } = await running.post("/json/reply/MailboxesCheckRequest", { addresses }, headers);
    expect(body["missing"]).toEqual(["Nobody@direct.example"]);
    const many = { addresses: Array.from({ length: 1001 }, (_, at) => `a${at}@direct.example`) };
    expect((await running.post("/json/reply/MailboxesCheckRequest", many, headers)).status).toBe(400);
  });

  test("of a user without an address have no folder", async () => {
    const { running, asUser } = await start();
    await running.store.users.change("robin", { addresses: [] });
    const { body } = await running.post("/DirectMessaging/GetMessageSummaries", asUser("robin"));
    expect(flagOf(body)).toBe("folderNotFound");
    expect(body["summaries"]).toEqual([]);
  });
});

// Before any store is asked.
test("an attachment larger than 32 MiB is refused", async () => {
  const running = await startTestServer();
  const base64 = "A".repeat(Math.ceil((largestAttachment + 1) / 3) * 4);
  const { body } = await running.post("/DirectMessaging/SendMessage", {
    loggedInUser: "casey",
    sessionKey: await sessionKeyOf(running, "casey"),
    email: { ...letter, attachments: [{ base64, fileName: "x", contentType: "x/y" }] },
  });
  await running.stop();
  expect(flagOf(body)).toBe("other");
  expect(body["errorMessage"]).toContain("32 MiB");
});
