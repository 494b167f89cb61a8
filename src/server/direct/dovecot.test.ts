import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "#room/server/log.ts";
import { readSettings } from "#room/server/settings.ts";
import { openStore } from "#room/server/store/store.ts";
import { fetchMail } from "./fetch-mail.ts";
import { testCertificate } from "./test-certificate.ts";
import { dovecotIsHere, startDovecot } from "./test-dovecot.ts";

const log = createLog(readSettings({ LOG_LEVEL: "silent" }));
const now = () => new Date("2026-11-02T10:00:00Z");

const letter = (to: string, id: string, text = "Text") =>
  Buffer.from(
    `From: =?utf-8?Q?Dr=2E_=C3=9Cnal?= <unal@hisp.example>\r\nTo: ${to}\r\nMessage-ID: <${id}@hisp.example>\r\nSubject: ${id}\r\n\r\n${text}\r\n`,
  );

describe.skipIf(!dovecotIsHere())("mail from a real dovecot", { timeout: 60_000 }, () => {
  let dovecot: Awaited<ReturnType<typeof startDovecot>>;
  beforeAll(async () => {
    dovecot = await startDovecot();
  }, 60_000);
  afterAll(() => dovecot.stop());

  async function clinic() {
    const store = await openStore(":memory:");
    const [casey, robin] = await Promise.all(
      ["casey", "robin"].map((name) =>
        store.users.add({ name, role: "lead", addresses: [`${name}@direct.example`], createdAt: 1 }),
      ),
    );
    const fetchFrom = (url: string) => fetchMail({ store, url, ca: testCertificate, now, log });
    const subjectsOf = async (user: typeof casey) =>
      (await store.messages.summariesOf(user?.userId ?? 0)).map(({ subject }) => subject).toSorted();
    return { store, casey, robin, fetchFrom, subjectsOf };
  }

  test("is fetched over TLS per account, once, and marked", async () => {
    const { store, casey, robin, fetchFrom, subjectsOf } = await clinic();
    dovecot.put("casey@direct.example", "1", letter("casey@direct.example", "first"));
    dovecot.put("casey@direct.example", "2", letter("casey@direct.example", "first"));
    dovecot.put("robin@direct.example", "3", letter("hidden@x.example", "large", "x".repeat(3_000_000)));
    const url = `imaps://%7Baddress%7D:right@localhost:${dovecot.tlsPort}`;
    expect(await fetchFrom(url)).toBe(3);
    expect(await fetchFrom(url)).toBe(0);
    expect(await subjectsOf(casey)).toEqual(["first"]);
    expect(await subjectsOf(robin)).toEqual(["large"]);
    expect(dovecot.flagsOf("casey@direct.example", "1")).toBe("S");
    await store.close();
  });

  test("is fetched over STARTTLS from one account; strays stay flagged", async () => {
    const { store, casey, robin, fetchFrom, subjectsOf } = await clinic();
    dovecot.put("all", "1", letter("Robin <robin@direct.example>, casey@direct.example", "both"));
    dovecot.put("all", "2", letter("ghost@direct.example", "nobody"));
    expect(await fetchFrom(`imap://all:wrong@localhost:${dovecot.port}`)).toBe(0);
    expect(await fetchFrom(`imap://all:right@localhost:${dovecot.port}`)).toBe(1);
    expect([await subjectsOf(casey), await subjectsOf(robin)]).toEqual([["both"], ["both"]]);
    expect([dovecot.flagsOf("all", "1"), dovecot.flagsOf("all", "2")]).toEqual(["S", "F"]);
    await store.close();
  });
});
