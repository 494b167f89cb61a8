import { sql } from "kysely";
import { expect, test } from "vitest";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { openStore, type Store } from "./store.ts";

/** SQLite reports a full disk when its file may not grow; `pages` is the limit. */
async function limit(store: Store, pages: number): Promise<void> {
  await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(store.db);
}

function recordOf(index: number) {
  return {
    eventId: buildGuid(1, index),
    visitId: buildGuid(2, index),
    practiceId: buildGuid(9, 0),
    event: buildEvent({ charges: 100, seed: index }),
    invoice: { currency: "USD", totalMinor: 1, paidMinor: 0, serviceDate: "", lines: [], payments: [] },
    withholdReason: undefined,
    receivedAt: 1,
    receivedFrom: undefined,
  };
}

function messageOf(bytes: number) {
  return {
    sender: "casey@direct.example",
    to: ["casey@direct.example"],
    cc: [],
    createdTime: undefined,
    subject: "s",
    textBody: "t",
    htmlBody: undefined,
    attachments: [{ fileName: "a", contentType: "b/c", content: new Uint8Array(bytes) }],
    size: 1,
    receivedAt: 1,
  };
}

test("a full disk refuses what does not fit, then recovers", async () => {
  const store = await openStore(":memory:");
  const { userId } = await store.users.add({ name: "casey", role: "lead", addresses: [], createdAt: 1 });
  await limit(store, 1);
  const refused = await Promise.allSettled([1, 2, 3].map((index) => store.events.take(recordOf(index))));
  expect(refused.map((result) => result.status)).toEqual(["rejected", "rejected", "rejected"]);
  await expect(store.messages.deliver(messageOf(5_000_000), { mailboxes: [userId] })).rejects.toThrow();
  expect(await store.events.countEvents()).toBe(0);
  expect(await store.messages.summariesOf(userId)).toEqual([]);

  await limit(store, 1_000_000);
  for (const index of [1, 2, 3])
    expect(await store.events.take(recordOf(index))).toEqual({ kind: "charged", invoiceNumber: index });
  await store.messages.deliver(messageOf(5_000_000), { mailboxes: [userId] });
  expect(await store.messages.summariesOf(userId)).toHaveLength(1);
  await store.close();
});
