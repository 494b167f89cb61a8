import { afterEach, expect, test } from "vitest";
import type { Store } from "#room/server/store/store.ts";
import { describeOnBothEngines } from "#room/server/store/test-stores.ts";
import { fetchMail } from "./fetch-mail.ts";
import { testCertificate } from "./test-certificate.ts";
import { startImapServer } from "./test-imap-server.ts";
import { outgoingLog as log, queueMail, tryOnce } from "./test-outgoing.ts";
import { hispLetter, mdn, postfixDsn } from "./test-reports.ts";

const doctor = "doctor@elsewhere.example";
const nurse = "nurse@elsewhere.example";
const minute = 60_000;

let imap: Awaited<ReturnType<typeof startImapServer>> | undefined;
afterEach(async () => {
  await imap?.stop();
  imap = undefined;
});

/** A message of casey's that was handed over at 1000, and the account into which the answers come. */
async function start(store: Store, { recipients = [doctor, nurse], asksForNotices = true } = {}) {
  const server = await startImapServer();
  imap = server;
  const { userId } = await queueMail(store, recipients);
  const robin = await store.users.add({
    name: "robin",
    role: "lead",
    addresses: ["robin@direct.example"],
    createdAt: 1,
  });
  await store.mailSettings.save({ asksForNotices, noticeMinutes: 60 }, { after: 0 });
  const sender = { send: async () => ({ kind: "sent" as const }), close: () => undefined };
  await tryOnce(store, sender);
  const { mail_id, message_id } = await store.db
    .selectFrom("outgoing_mail")
    .select(["mail_id", "message_id"])
    .executeTakeFirstOrThrow();
  await store.db
    .insertInto("sent_message")
    .values({
      user_id: userId,
      client_id: "one",
      message_id,
      content_digest: "" as never,
      sent_at: 0,
      bcc_list: "[]",
    })
    .execute();
  const url = `imaps://inbox:right@127.0.0.1:${server.port}`;
  return {
    about: mail_id ?? "",
    casey: userId,
    robin: robin.userId,
    /** Puts letters into the account, and fetches them. */
    come: async (...letters: Buffer[]) => {
      for (const letter of letters) server.put("inbox", letter);
      await fetchMail({ store, url, ca: testCertificate, now: () => new Date(5 * minute), log });
    },
    states: async (at = 5 * minute) => {
      const time = { now: at, answerWithin: 60 * minute };
      const [sent] = await store.sentMessages.find(userId, ["one"], time);
      return sent?.deliveries ?? [];
    },
    inbox: async (user: number) => (await store.messages.summariesOf(user)).map(({ subject }) => subject),
  };
}

const statesOf = (deliveries: readonly { state: string }[]) => deliveries.map(({ state }) => state);

describeOnBothEngines("notices about mail that was sent", (stores) => {
  test("tell each recipient's state, outside the inbox", async () => {
    const store = await stores.open();
    const { about, come, states, inbox, casey, robin } = await start(store);
    expect(statesOf(await states())).toEqual(["handed-over", "handed-over"]);
    await come(
      mdn("processed", { about }),
      mdn("dispatched", { about }),
      postfixDsn("failed", { about, recipient: nurse }),
    );
    const [first, second] = await states();
    expect(first).toMatchObject({ recipient: doctor, state: "delivered" });
    expect(second).toMatchObject({ recipient: nurse, state: "not-delivered", status: "5.1.1" });
    expect(await inbox(casey)).toEqual([]);
    const notice = await store.messages.find(casey, second?.noticeId ?? 0);
    expect(notice?.subject).toBe("Undelivered Mail Returned to Sender");
    expect(await store.messages.find(robin, second?.noticeId ?? 0)).toBeUndefined();
  });

  test("without an answer in time leave it not known", async () => {
    const { about, come, states } = await start(await stores.open());
    await come(mdn("processed", { about, recipient: nurse }));
    expect(statesOf(await states(61 * minute))).toEqual(["not-known", "processed"]);
  });

  test("are not missed where none were asked for", async () => {
    const { states } = await start(await stores.open(), { asksForNotices: false });
    expect(statesOf(await states(1000 * minute))).toEqual(["handed-over", "handed-over"]);
  });

  test("settle a failure late, in any order, stored once", async () => {
    const store = await stores.open();
    const { about, come, states, inbox, casey } = await start(store);
    await come(hispLetter({ about }));
    expect(statesOf(await states())).toEqual(["not-delivered", "handed-over"]);
    const late = mdn("dispatched", { about });
    await come(late, late, hispLetter({ about }), mdn("processed", { about }));
    expect(statesOf(await states())).toEqual(["delivered", "handed-over"]);
    const { count } = await store.db
      .selectFrom("delivery_notice")
      .select((build) => build.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(3);
    expect(await inbox(casey)).toEqual([]);
  });

  test("are letters when forged, or about nothing sent", async () => {
    const { about, come, states, inbox, casey, robin } = await start(await stores.open());
    const toRobin = Buffer.from(
      mdn("dispatched", { about }).toString().replace("To: casey@direct", "To: robin@direct"),
    );
    await come(
      mdn("dispatched", { about, from: "mallory@evil.example" }),
      mdn("dispatched", { about: "other@direct.example" }),
      mdn("dispatched", { about, recipient: "stranger@elsewhere.example" }),
      toRobin,
    );
    expect(statesOf(await states())).toEqual(["handed-over", "handed-over"]);
    expect(await inbox(casey)).toHaveLength(3);
    expect(await inbox(robin)).toHaveLength(1);
  });

  test("of a letter that names nobody fit its only recipient", async () => {
    const { about, come, states } = await start(await stores.open(), { recipients: [doctor] });
    const unnamed = hispLetter({ about }).toString().replace(`<${doctor}>`, "somebody");
    await come(Buffer.from(unnamed));
    expect(statesOf(await states())).toEqual(["not-delivered"]);
  });
});
