import { afterEach, expect, test } from "vitest";
import { createLog } from "#room/server/log.ts";
import { readSettings } from "#room/server/settings.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import type { Store } from "#room/server/store/store.ts";
import { fetchMail } from "./fetch-mail.ts";
import { testCertificate } from "./test-certificate.ts";
import { startImapServer } from "./test-imap-server.ts";

const log = createLog(readSettings({ LOG_LEVEL: "silent" }));
const now = () => new Date("2026-11-02T10:00:00Z");

function mailTo(recipients: string, id: string): Buffer {
  return Buffer.from(
    `From: doctor@elsewhere.example\r\nTo: ${recipients}\r\nMessage-ID: <${id}>\r\nSubject: ${id}\r\n\r\nText\r\n`,
  );
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
  const fetchFrom = (user: string, ca: string | undefined = testCertificate) =>
    fetchMail({ store, url: `imaps://${user}@127.0.0.1:${server.port}`, ca, now, log });
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

  test("of one account reaches everybody here that it names, once", async () => {
    const { server, fetchFrom, casey, robin, subjectsOf } = await start(await stores.open());
    const both = server.put("inbox", mailTo("CASEY@direct.example, robin@direct.example", "both"));
    const again = server.put("inbox", mailTo("casey@direct.example", "both"));
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
