import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import Database from "libsql";
import { expect, test } from "vitest";
import { sqlitePathOf } from "#room/server/store/open-sqlite.ts";
import { openStore } from "#room/server/store/store.ts";
import { describeOnBothEngines, keyOfTests } from "#room/server/store/test-stores.ts";
import { viewer, chargeOf, listOf, startOfTests } from "#room/server/store/visits/test-visits.ts";
import { reEncrypt, rotateKey } from "./re-encrypt.ts";
import { rewriteFiles } from "./rewrite-files.ts";
import { filesOfDatabase, onDisk, putContent, readContent, secret } from "./test-content.ts";

const one = { dataKey: keyOfTests("one") };
const two = { dataKey: keyOfTests("two") };

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

  test("is re-encrypted and decrypted offline, despite an interruption", async () => {
    const url = await stores.fresh();
    const clear = await stores.open(url);
    const put = await putContent(clear, 1);
    const read = await readContent(clear, put);
    expect(await onDisk(url)).toContain(secret);
    // The engine's statistics hold samples of what it analyzed.
    await sql`analyze`.execute(clear.db);
    await expect(openStore(url, { ...one, isAlone: true })).rejects.toThrow(
      "in use: stop the server, and whatever else has it open",
    );
    expect(await clear.db.selectFrom("data_key").selectAll().execute()).toEqual([]);
    await clear.close();

    const tool = await stores.open(url, { ...one, isAlone: true });
    const same = { ...put.refused, event: { ...put.refused.event, remark: `${secret} refused` } };
    const cutOff = () => {
      throw new Error("cut off");
    };
    const work = { masters: one.dataKey, isOff: false, report: () => undefined };
    await expect(reEncrypt(tool, { ...work, report: cutOff })).rejects.toThrow("cut off");
    expect(await readContent(tool, put)).toEqual(read);
    if (tool.kind === "sqlite")
      expect(() => new Database(sqlitePathOf(url)).exec("select 1 from visit")).toThrow("is locked");
    expect(await reEncrypt(tool, work)).toEqual(new Set());
    await rewriteFiles(tool);
    const files = url.startsWith("file:") ? undefined : await filesOfDatabase(tool);
    await tool.close();
    expect(files ?? (await onDisk(url))).not.toMatch(/quokka/i);
    expect(await onDisk(url)).not.toMatch(/quokka/i);

    const server = await stores.open(url, one);
    expect(await readContent(server, put)).toEqual(read);
    expect(await server.events.take(put.withheld)).toEqual({ kind: "event-id-reused" });
    await server.visits.keepRefused(same);
    const under = await server.db
      .selectFrom("charged_event")
      .select(sql<string>`substr(content, 1, 4)`.as("begin"))
      .distinct()
      .execute();
    expect(under).toEqual([{ begin: "\u0001s2." }]);
    await server.close();

    const again = await stores.open(url, { ...one, isAlone: true });
    await reEncrypt(again, { ...work, isOff: true });
    await again.close();
    const open = await stores.open(url);
    expect(await readContent(open, put)).toEqual(read);
    expect(await open.db.selectFrom("data_key").select("state").distinct().execute()).toHaveLength(2);
    // The same refused event again is recognized, under the key and in the clear.
    await open.visits.keepRefused(same);
    const { times } = await open.db.selectFrom("refused_event").select("times").executeTakeFirstOrThrow();
    expect(times).toBe(3);
  });

  test("begins new keys while it serves, under another master key", async () => {
    const url = await stores.fresh();
    // Its key file already has the next one too: it is read again once the keys it has read are older than a second.
    const server = await stores.open(url, { dataKey: [...one.dataKey, ...two.dataKey] });
    const put = await putContent(server, 1);
    const read = await readContent(server, put);
    const tool = await stores.open(url, { dataKey: [...two.dataKey, ...one.dataKey] });
    await rotateKey(tool.db, [...two.dataKey, ...one.dataKey]);
    expect(await readContent(server, put)).toEqual(read);
    await expect(openStore(url, one)).rejects.toThrow("encrypted with another key");
    const other = await stores.open(url, two);
    expect(await readContent(other, put)).toEqual(read);
    await putContent(other, 2);
    const under = await other.db
      .selectFrom("visit_note")
      .select(sql<string>`substr(content, 1, 4)`.as("begin"))
      .orderBy("begin")
      .execute();
    expect(under.map(({ begin }) => begin)).toEqual(["\u0001s1.", "\u0001s2."]);
    expect(
      (await other.visits.counts([{ text: "quok", states: ["withheld"] }], viewer("casey"), startOfTests))[0],
    ).toMatchObject({ total: 2 });
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
    await sql`update visit_note set content = (select min(content) from visit_note)`.execute(store.db);
    await store.close();
    const tool = await stores.open(url, { ...one, isAlone: true });
    const work = { masters: one.dataKey, isOff: false, report: () => undefined };
    expect((await reEncrypt(tool, work)).size).toBe(3);
    await tool.close();
    const later = await stores.open(url, one);
    const filter = { text: "quok", states: ["withheld" as const] };
    expect(await later.visits.counts([filter], viewer("casey"), startOfTests)).toMatchObject([{ total: 2 }]);
    const listed = await later.visits.list(listOf(), viewer("casey"), startOfTests);
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
