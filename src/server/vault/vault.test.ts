import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { sqlitePathOf } from "#room/server/store/open-sqlite.ts";
import { openStore, type Store } from "#room/server/store/store.ts";
import { describeOnBothEngines, keyOfTests } from "#room/server/store/test-stores.ts";
import { viewer, chargeOf, listOf, startOfTests } from "#room/server/store/visits/test-visits.ts";
import { rotateKey, turnOff } from "./change-key.ts";
import { cleanDisk, emptyJournal } from "./clean-disk.ts";
import { filesOfDatabase, onDisk, putContent, readContent, secret } from "./test-content.ts";

const one = { dataKey: keyOfTests("one") };
const two = { dataKey: keyOfTests("two") };
const quietly = { report: () => undefined, settleMs: 0 };

/** Whatever the outcome of a test, nothing keeps running after it. */
const stopping = new Set<AbortController>();
afterEach(() => {
  for (const each of stopping) each.abort();
});

/** Reads in a transaction, which keeps what is removed in the meantime; `end` lets it take a moment longer. */
async function beginReading({ db }: Pick<Store, "db">) {
  const reading = await db.startTransaction().setIsolationLevel("repeatable read").execute();
  await reading.selectFrom("visit").select("visit_id").execute();
  return {
    end: async () => {
      await sql`select pg_sleep(0.3)`.execute(reading);
      await reading.commit().execute();
    },
  };
}

describeOnBothEngines("a store under a key", (stores) => {
  test("keeps nothing readable on disk, and reads everything back", async () => {
    const url = await stores.fresh();
    const store = await stores.open(url, one);
    const put = await putContent(store, 1);
    const read = await readContent(store, put);
    for (const what of [
      "reason",
      "event",
      "refused",
      "fault",
      "note",
      "subject",
      "text",
      "html",
      "file",
      "attachment",
      "seed",
    ])
      expect(read).toContain(`${secret} ${what}`);
    expect(await onDisk(url)).not.toMatch(/quokka/i);
    // The same event again is recognized, and another under its id is refused.
    expect(await store.events.take(put.withheld)).toEqual({ kind: "event-id-reused" });
    await store.visits.keepRefused(put.refused);
    await store.visits.keepRefused(put.refused);
    const rows = await store.db.selectFrom("refused_event").select("times").orderBy("times").execute();
    expect(rows).toEqual([{ times: 1 }, { times: 2 }]);
  });

  test("is not opened without its own key, and left unchanged", async () => {
    const url = await stores.fresh();
    const store = await stores.open(url, one);
    await putContent(store, 1);
    await store.close();
    const digest = () =>
      url.startsWith("file:") &&
      createHash("sha256")
        .update(readFileSync(sqlitePathOf(url)))
        .digest("hex");
    const before = digest();
    await expect(openStore(url)).rejects.toThrow(
      "names an encrypted store: give its key in DATA_KEY or DATA_KEY_FILE",
    );
    await expect(openStore(url, two)).rejects.toThrow("encrypted with another key");
    expect(digest()).toEqual(before);
    await stores.open(url, one);
  });

  test("seals, rekeys and unseals during work, in interruptible steps", async () => {
    const url = await stores.fresh();
    const clear = await stores.open(url);
    const put = await putContent(clear, 1);
    const read = await readContent(clear, put);
    expect(await onDisk(url)).toContain(secret);
    await clear.close();

    const server = await stores.open(url, one);
    expect(await readContent(server, put)).toEqual(read);
    const done = new AbortController();
    let charged = 100;
    stopping.add(done);
    const working = (async () => {
      for (; !done.signal.aborted; charged += 1) {
        expect(await server.events.take(chargeOf(charged, charged))).toMatchObject({ kind: "charged" });
        expect(await server.events.take(chargeOf(charged, charged))).toMatchObject({ kind: "charged" });
      }
    })();
    const tool = await stores.open(url, { dataKey: [...two.dataKey, ...one.dataKey] });
    const cutOff = () => {
      throw new Error("cut off");
    };
    await expect(rotateKey({ store: tool, given: one.dataKey, ...quietly, report: cutOff })).rejects.toThrow(
      "cut off",
    );
    expect(await readContent(server, put)).toEqual(read);
    const later = { store: tool, given: one.dataKey, ...quietly, settleMs: 1500 };
    expect(await rotateKey(later)).toEqual({ isResumed: true });
    if (url.startsWith("file:")) emptyJournal(url);
    expect(await onDisk(url)).not.toMatch(/quokka/i);
    expect(await rotateKey(later)).toEqual({ isResumed: false });
    expect(await readContent(server, put)).toEqual(read);
    done.abort();
    await working;
    const under = await tool.db
      .selectFrom("charged_event")
      .select(sql<string>`substr(content, 1, 4)`.as("begin"))
      .distinct()
      .execute();
    expect(under).toEqual([{ begin: "\u0001s2." }]);
    expect(await tool.events.countInvoices()).toBe(charged - 100 + 1);
    await server.close();

    // Another given key: it wraps all data keys, and the old one no longer opens anything.
    await rotateKey({ store: tool, given: [...two.dataKey, ...one.dataKey], ...quietly });
    await expect(openStore(url, one)).rejects.toThrow("encrypted with another key");
    const other = await stores.open(url, two);
    expect(await readContent(other, put)).toEqual(read);
    await turnOff({ store: other, given: two.dataKey, ...quietly });
    expect(await readContent(await stores.open(url), put)).toEqual(read);
  });

  test("once cleaned leaves nothing clear in its files", async () => {
    const url = await stores.fresh();
    const clear = await stores.open(url);
    await putContent(clear, 1);
    await clear.close();
    const store = await stores.open(url, one);
    // The engine's statistics hold samples of what it analyzed.
    await sql`analyze`.execute(store.db);
    await rotateKey({ store, given: one.dataKey, ...quietly });
    const files = async () => (url.startsWith("file:") ? onDisk(url) : filesOfDatabase(store));
    expect(await files()).toContain(secret);
    const older = url.startsWith("file:") ? undefined : await beginReading(store);
    const cleaned = cleanDisk(store, url);
    await older?.end();
    await cleaned;
    expect(await files()).not.toMatch(/quokka/i);
  });

  test("opens nothing moved or changed, and continues with the rest", async () => {
    const url = await stores.fresh();
    const store = await stores.open(url, one);
    const [a, b] = [await putContent(store, 1), await putContent(store, 2)];
    await sql`update charged_event set content =
      (select content from charged_event where event_id = ${b.withheld.eventId})
      where event_id = ${a.withheld.eventId}`.execute(store.db);
    await sql`update message set subject = (select subject from message where message_id = ${b.messageId})
      where message_id = ${a.messageId}`.execute(store.db);
    const visit = await store.visits.find({ visitId: a.withheld.visitId, eventId: "" });
    const story = visit && store.visits.story(visit, { eventId: "" });
    await expect(story).rejects.toThrow(`charged_event.content ${a.withheld.eventId} cannot be opened`);
    await expect(store.events.take(a.withheld)).rejects.toThrow("cannot be opened");
    await expect(store.messages.find(a.userId, a.messageId)).rejects.toThrow("message.subject");
    const subjects = (await store.messages.summariesOf(a.userId)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(["(This message cannot be read)", `${secret} subject`]);
    const rotated = rotateKey({ store, given: one.dataKey, ...quietly });
    await expect(rotated).rejects.toThrow("2 in all");
    const listed = await store.visits.list(listOf(), viewer("casey"), startOfTests);
    expect(listed.found.total).toBe(4);
  });
});

test("a text that looks sealed is kept, key or not", async () => {
  for (const options of [{}, one]) {
    const store = await openStore(":memory:", options);
    const texts = ["\u0001s1.abcd", "\u0001p", "\u0001", "", "\u0001s"];
    const visit = chargeOf(1, 1, { isWithheld: true });
    await store.events.take(visit);
    for (const [n, text] of texts.entries())
      await store.visits.change(visit.visitId, { kind: "note", noteId: String(n), text }, viewer("casey"), n);
    const row = await store.visits.find({ visitId: visit.visitId, eventId: "" });
    const story = row && (await store.visits.story(row, { eventId: "" }));
    expect(story?.notes.map(({ content }) => content)).toEqual(texts);
    await store.close();
  }
});
