import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore, type Store } from "#room/server/store/store.ts";
import { givenUpAfter, pauseAfter } from "./deliver-outgoing.ts";
import { readMail } from "./read-mail.ts";
import { createMailSender } from "./send-mail.ts";
import { testCertificate } from "./test-certificate.ts";
import { eximIsHere, startExim } from "./test-exim.ts";
import { tryOnce } from "./test-outgoing.ts";

const doctor = "doctor@elsewhere.example";
const hidden = "hidden@elsewhere.example";
const sentAt = Date.parse("2026-11-02T10:00:00Z");

/** Every byte value, and lines that look like the end of SMTP data. */
const bytes = Buffer.concat([
  Buffer.from("\r\n.\r\n..\n\r."),
  Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7 + (index >> 8)) % 256)),
]);

const sha = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

describe.skipIf(!eximIsHere())("mail through a real exim", { timeout: 60_000 }, () => {
  let exim: Awaited<ReturnType<typeof startExim>>;
  let store: Store;
  let userId: number;
  beforeEach(async () => {
    exim = await startExim();
    store = await openStore(":memory:");
    ({ userId } = await store.users.add({
      role: "lead",
      name: "casey",
      addresses: ["casey@direct.example"],
      createdAt: 1,
    }));
  }, 60_000);
  afterEach(async () => {
    await store.close();
    await exim.end();
  });

  /** A message to the doctor openly, and to others by Bcc. */
  const send = (bcc: readonly string[] = []) =>
    store.messages.deliver(
      {
        sender: "casey@direct.example",
        to: [doctor],
        cc: [],
        createdTime: undefined,
        subject: "Grüße: Befund für José – 検査",
        textBody: `.\r\nÜberweisung\r\n..\r\n${"lang ".repeat(400)}\r\n`,
        htmlBody: undefined,
        attachments: [{ fileName: "Größe.pdf", contentType: "application/pdf", content: bytes }],
        size: 1,
        receivedAt: sentAt,
      },
      { mailboxes: [], outgoing: [doctor, ...bcc], senderUserId: userId },
    );

  const startTls = (password = "right") => `smtp://casey:${password}@localhost:${exim.port}`;
  const overTls = (password = "right") => `smtps://casey:${password}@localhost:${exim.tlsPort}`;

  async function deliver(url: string, at = sentAt): Promise<number> {
    const sender = createMailSender(url, { ca: testCertificate });
    const count = await tryOnce(store, sender, at);
    sender.close();
    return count;
  }

  test("goes by STARTTLS whole, one Message-ID, no Bcc", async () => {
    await send([hidden]);
    expect(await deliver(startTls())).toBe(2);
    expect(await store.outgoingMail.countWaiting()).toBe(0);
    const mails = exim.mails();
    expect(mails).toHaveLength(2);
    const keys = new Set<string>();
    for (const source of mails) {
      const { message, identity, recipients } = await readMail(source);
      keys.add(identity.messageId ?? "");
      expect(message).toMatchObject({
        sender: "casey@direct.example",
        to: [doctor],
        cc: [],
        subject: "Grüße: Befund für José – 検査",
      });
      expect(message.textBody?.trimEnd().split(/\r?\n/)).toEqual([
        ".",
        "Überweisung",
        "..",
        "lang ".repeat(400).trimEnd(),
      ]);
      const [attachment] = message.attachments;
      expect(attachment).toMatchObject({ fileName: "Größe.pdf", contentType: "application/pdf" });
      expect(sha(attachment?.content ?? Buffer.from(""))).toBe(sha(bytes));
      expect(recipients).toContain(doctor);
    }
    expect(keys.size).toBe(1);
    const toDoctor = mails.filter((source) => source.includes(`Envelope-to: ${doctor}`));
    expect(toDoctor).toHaveLength(1);
    expect(toDoctor[0]?.includes(hidden)).toBe(false);
    expect(toDoctor[0]?.toString()).toMatch(/^Return-path: <casey@direct\.example>[^]*esmtpsa.*TLS1/);
  });

  test("goes over TLS, and a refused recipient comes back", async () => {
    await send(["nobody@elsewhere.example"]);
    expect(await deliver(overTls())).toBe(2);
    expect(exim.mails()).toHaveLength(1);
    expect(await store.outgoingMail.countWaiting()).toBe(0);
    const summaries = await store.messages.summariesOf(userId);
    expect(summaries).toMatchObject([{ sender: "postmaster@direct.example" }]);
    const notice = await store.messages.find(userId, summaries[0]?.messageId ?? 0);
    expect(notice?.textBody).toContain("was not delivered to nobody@elsewhere.example");
    expect(notice?.textBody).toContain("No such mailbox here");
  });

  test("is known again in the notice that exim returns", async () => {
    await send(["full@elsewhere.example"]);
    await deliver(overTls());
    exim.mails();
    const read = await Promise.all(exim.mails().map((source) => readMail(source)));
    const { mail_id } = await store.db
      .selectFrom("outgoing_mail")
      .select("mail_id")
      .executeTakeFirstOrThrow();
    expect(read.flatMap(({ report }) => report ?? [])).toMatchObject([
      { about: [mail_id], recipients: [{ addresses: ["full@elsewhere.example"], kind: "failed" }] },
    ]);
    expect(exim.mails().join("")).toMatch(/^Disposition-Notification-To: casey@direct\.example\r?$/m);
  });

  test("waits out a bad password, busy or absent server, once", async () => {
    await send();
    let at = sentAt;
    let tries = 0;
    const tryAgain = async (url: string) => {
      expect(await deliver(url, at)).toBe(1);
      at += pauseAfter(tries);
      tries += 1;
      return store.outgoingMail.countWaiting();
    };
    expect(await tryAgain(overTls("wrong"))).toBe(1);
    exim.setBusy(true);
    expect(await tryAgain(overTls())).toBe(1);
    await exim.stop();
    expect(await tryAgain(overTls())).toBe(1);
    exim.setBusy(false);
    await exim.start();
    expect(await tryAgain(overTls())).toBe(0);
    expect(await deliver(overTls(), at + givenUpAfter)).toBe(0);
    expect(exim.mails()).toHaveLength(1);
    expect(await store.messages.summariesOf(userId)).toEqual([]);
  });
});
