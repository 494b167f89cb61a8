import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { createLog } from "#room/server/log.ts";
import { readSettings } from "#room/server/settings.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import type { Store } from "#room/server/store/store.ts";
import { fetchMail } from "./fetch-mail.ts";
import { type MailReader, mailReader } from "./read-aside.ts";
import { testCertificate, testKey } from "./test-certificate.ts";
import { costlyLetters } from "./test-costly-letters.ts";
import { startImapServer } from "./test-imap-server.ts";
import { portOf } from "./test-loopback.ts";

const log = createLog(readSettings({ LOG_LEVEL: "silent" }));
const now = () => new Date("2026-11-02T10:00:00Z");

function mailTo(recipients: string, id: string, text = "Text"): Buffer {
  return Buffer.from(
    `From: doctor@elsewhere.example\r\nTo: ${recipients}\r\nMessage-ID: <${id}>\r\nSubject: ${id}\r\n\r\n${text}\r\n`,
  );
}

/** A reader whose thread ends with every letter. */
function brokenReader(): MailReader {
  const program = join(mkdtempSync(join(tmpdir(), "broken-reader-")), "program.mjs");
  writeFileSync(
    program,
    'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => process.exit(1));',
  );
  return mailReader(program);
}

async function originalOf(store: Store, letterId: number): Promise<Buffer> {
  const kept = await store.fetchedMail.original(letterId);
  const pieces: Uint8Array[] = [];
  for await (const piece of kept?.attachments[0]?.pieces() ?? []) pieces.push(piece);
  return Buffer.concat(pieces);
}

let imap: Awaited<ReturnType<typeof startImapServer>> | undefined;
afterEach(async () => {
  await imap?.stop();
  imap = undefined;
});

async function start(store: Store) {
  const server = await startImapServer();
  imap = server;
  const casey = await store.users.add({
    name: "casey",
    role: "lead",
    addresses: ["casey@direct.example"],
    createdAt: 1,
  });
  const robin = await store.users.add({
    name: "robin",
    role: "lead",
    addresses: ["robin@direct.example"],
    createdAt: 1,
  });
  const fetchFrom = (user: string, ca: string | undefined = testCertificate, more = {}) =>
    fetchMail({ store, url: `imaps://${user}@127.0.0.1:${server.port}`, ca, now, log, ...more });
  const subjectsOf = async (userId: number) =>
    (await store.messages.summariesOf(userId)).map(({ subject }) => subject);
  return { server, casey: casey.userId, robin: robin.userId, fetchFrom, subjectsOf };
}

describeOnBothEngines("mail from elsewhere", (stores) => {
  test("is refused with a wrong sign-in or unknown certificate", async () => {
    const { server, fetchFrom, casey, subjectsOf } = await start(await stores.open());
    const mail = server.put("inbox", mailTo("casey@direct.example", "one"));
    expect(await fetchFrom("inbox:wrong")).toBe(0);
    expect(await fetchFrom("inbox:right", "")).toBe(0);
    expect(await subjectsOf(casey)).toEqual([]);
    expect(mail.flags.size).toBe(0);
  });

  test("a service that never ends an answer is left", async () => {
    const store = await stores.open();
    const server = createServer({ key: testKey, cert: testCertificate }, (socket) => {
      socket.on("error", () => undefined);
      socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
      const timer = setInterval(() => socket.write("* OK in a moment\r\n"), 20);
      socket.on("close", () => clearInterval(timer));
      socket.on("data", (data) => {
        const [tag, name] = String(data).split(" ");
        if (name !== "SELECT") socket.write(`${tag} OK done\r\n`);
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `imaps://inbox:right@127.0.0.1:${portOf(server)}`;
    expect(await fetchMail({ store, url, ca: testCertificate, now, log, patienceMs: 500 })).toBe(0);
    server.close();
    await once(server, "close");
  });

  test("of one account reaches everybody here that it names, once", async () => {
    const { server, fetchFrom, casey, robin, subjectsOf } = await start(await stores.open());
    const both = server.put("inbox", mailTo("CASEY@direct.example, robin@direct.example", "both"));
    const again = server.put("inbox", both.source);
    const nobody = server.put("inbox", mailTo("ghost@direct.example", "nobody"));
    expect(await fetchFrom("inbox:right")).toBe(2);
    expect(await subjectsOf(casey)).toEqual(["both"]);
    expect(await subjectsOf(robin)).toEqual(["both"]);
    expect([...both.flags, ...again.flags]).toEqual(["\\Seen", "\\Seen"]);
    expect([...nobody.flags]).toEqual(["\\Flagged"]);
    both.flags.clear();
    await fetchFrom("inbox:right");
    expect(await subjectsOf(casey)).toEqual(["both"]);
  });

  test("of one account per mailbox reaches its owner, dated", async () => {
    const store = await stores.open();
    const { server, fetchFrom, casey, robin, subjectsOf } = await start(store);
    server.put("casey@direct.example", mailTo("somebody@else.example", "hidden copy"));
    server.put("robin@direct.example", mailTo("robin@direct.example", "for robin"));
    expect(await fetchFrom("%7Baddress%7D:right")).toBe(2);
    expect(await subjectsOf(casey)).toEqual(["hidden copy"]);
    expect(await subjectsOf(robin)).toEqual(["for robin"]);
    const [summary] = await store.messages.summariesOf(robin);
    expect(summary).toMatchObject({ receivedAt: Date.parse("2026-11-02T09:00:00Z"), hasAttachments: false });
  });

  test("that cannot be read is set aside whole; others arrive", async () => {
    const store = await stores.open();
    const { server, fetchFrom, casey, subjectsOf } = await start(store);
    const costly = server.put("inbox", costlyLetters.parts());
    const nobody = server.put("inbox", mailTo("ghost@direct.example", "nobody"));
    server.put("inbox", mailTo("casey@direct.example", "after"));
    expect(await fetchFrom("inbox:right")).toBe(1);
    expect(await subjectsOf(casey)).toEqual(["after"]);
    expect([...costly.flags, ...nobody.flags]).toEqual(["\\Flagged", "\\Flagged"]);
    const odd = await store.fetchedMail.listOdd();
    expect(odd).toMatchObject([
      { outcome: "set aside", reason: "it names nobody here", sender: "doctor@elsewhere.example" },
      {
        outcome: "set aside",
        reason: "it has more than 1000 parts",
        sender: "Costly <costly@elsewhere.example>",
        size: costly.source.length,
        hasOriginal: true,
      },
    ]);
    const original = await originalOf(store, odd[1]?.letterId ?? 0);
    expect(original.equals(costly.source)).toBe(true);
    costly.flags.clear();
    expect(await fetchFrom("inbox:right")).toBe(0);
    expect(await store.fetchedMail.listOdd()).toHaveLength(2);
  });

  test("that ends its reader is set aside after two attempts", async () => {
    const store = await stores.open();
    const { server, fetchFrom } = await start(store);
    const letter = server.put("inbox", mailTo("casey@direct.example", "broken"));
    const read = brokenReader();
    await fetchFrom("inbox:right", testCertificate, { read });
    expect([[...letter.flags], await store.fetchedMail.listOdd()]).toEqual([[], []]);
    await fetchFrom("inbox:right", testCertificate, { read });
    expect([...letter.flags]).toEqual(["\\Flagged"]);
    expect(await store.fetchedMail.listOdd()).toMatchObject([
      { reason: "reading it failed", hasOriginal: true },
    ]);
  });

  test("that ended the server twice is not read again", async () => {
    const store = await stores.open();
    const { server, fetchFrom } = await start(store);
    const letter = server.put("inbox", mailTo("casey@direct.example", "deadly"));
    const place = { account: "inbox", uidValidity: "1", uid: letter.uid };
    for (const at of [1, 2]) await store.fetchedMail.begin(place, now().getTime() - at);
    await fetchFrom("inbox:right");
    expect([...letter.flags]).toEqual([]);
    const later = () => new Date(now().getTime() + 180_000);
    await fetchFrom("inbox:right", testCertificate, { now: later });
    expect([...letter.flags]).toEqual(["\\Flagged"]);
    expect(await store.fetchedMail.listOdd()).toMatchObject([
      { reason: "two attempts to take it were not finished" },
    ]);
  });

  test("with a known Message-ID and other words arrives, marked", async () => {
    const store = await stores.open();
    const { server, fetchFrom, casey, subjectsOf } = await start(store);
    server.put("inbox", mailTo("casey@direct.example", "result", "Negative"));
    const genuine = server.put("inbox", mailTo("casey@direct.example", "result", "Positive"));
    const again = server.put("inbox", genuine.source);
    expect(await fetchFrom("inbox:right")).toBe(3);
    expect([...genuine.flags, ...again.flags]).toEqual(["\\Seen", "\\Seen"]);
    expect((await subjectsOf(casey)).toSorted()).toEqual(["[Message ID used before] result", "result"]);
    expect(await store.fetchedMail.listOdd()).toMatchObject([
      { outcome: "repeated" },
      { outcome: "id reused", sender: "doctor@elsewhere.example" },
    ]);
  });

  test("is delivered once by two processes fetching at once", async () => {
    const url = await stores.fresh();
    const [one, two] = [await stores.open(url), await stores.open(url)];
    const { server, casey, subjectsOf } = await start(one);
    const ids = Array.from({ length: 8 }, (_, index) => `mail-${index}`);
    for (const id of ids) server.put("inbox", mailTo("casey@direct.example", id));
    const address = `imaps://inbox:right@127.0.0.1:${server.port}`;
    await Promise.all(
      [one, two].map((store) => fetchMail({ store, url: address, ca: testCertificate, now, log })),
    );
    expect((await subjectsOf(casey)).toSorted()).toEqual(ids);
  });
});
