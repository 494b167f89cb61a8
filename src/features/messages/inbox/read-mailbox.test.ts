import { expect, it } from "vitest";
import type { MessageSummary } from "#room/contract/operations/messages.ts";
import { type Mailbox, readMailbox } from "./read-mailbox.ts";

/** A service that keeps the last change of each message. */
function createService({ atOnce = 2 } = {}) {
  const rows = new Map<number, { number: number; summary: MessageSummary }>();
  let changeNumber = 0;
  const asked: object[] = [];
  const service = {
    asked,
    validity: 0,
    fails: false,
    put(messageId: number, subject = `Subject ${messageId}`) {
      const dateReceived = `2026-11-${String(messageId).padStart(2, "0")}T10:00:00.0000000`;
      changeNumber += 1;
      const summary = { messageId, subject, dateReceived, messageSize: 1, hasAttachments: false };
      rows.set(messageId, { number: changeNumber, summary });
    },
    restore(to: number) {
      for (const [id, { number }] of rows) if (number > to) rows.delete(id);
      changeNumber = to;
      service.validity += 1;
    },
    async ask(request: { since?: number | null | undefined; before?: number | null | undefined }) {
      asked.push(request);
      if (service.fails && asked.length > 1) throw new Error("No answer came");
      const found = [...rows.values()]
        .filter(({ number }) => number > (request.since ?? 0) && number < (request.before ?? Infinity))
        .toSorted((a, b) => b.number - a.number);
      const before = found.length > atOnce ? found[atOnce - 1]?.number : undefined;
      const summaries = found.slice(0, atOnce).map(({ summary }) => summary);
      return { summaries, changeNumber, validity: service.validity, before };
    },
  };
  return service;
}

function start(count: number) {
  const service = createService();
  for (let id = 1; id <= count; id += 1) service.put(id);
  let known: Mailbox | undefined;
  const shown: number[][] = [];
  const idsOf = (mailbox: Mailbox) => mailbox.summaries.map(({ messageId }) => messageId);
  const show = (mailbox: Mailbox) => {
    known = mailbox;
    shown.push(idsOf(mailbox));
  };
  return {
    service,
    shown,
    look: async () => {
      service.asked.length = 0;
      known = await readMailbox(known, { ask: service.ask, show });
      return { mailbox: known, ids: idsOf(known), asked: service.asked.length };
    },
  };
}

it("shows the newest first, then everything", async () => {
  const { look, shown } = start(5);
  expect(await look()).toMatchObject({ ids: [5, 4, 3, 2, 1], asked: 3, mailbox: { isWhole: true } });
  expect(shown).toEqual([[5, 4]]);
});

it("keeps the very same list when nothing is new", async () => {
  const { look } = start(5);
  const { mailbox } = await look();
  const next = await look();
  expect(next.mailbox).toBe(mailbox);
  expect(next.asked).toBe(1);
});

it("takes what is new and changed, keeping other objects", async () => {
  const { look, service } = start(3);
  const { mailbox } = await look();
  service.put(4);
  service.put(2, "Another");
  const next = await look();
  expect(next.ids).toEqual([4, 3, 2, 1]);
  expect(next.mailbox.summaries[2]?.subject).toBe("Another");
  expect(next.mailbox.summaries[1]).toBe(mailbox.summaries[0]);
  expect(next.asked).toBe(1);
});

it("misses nothing after an interrupted reading", async () => {
  const { look, service, shown } = start(5);
  service.fails = true;
  await expect(look()).rejects.toThrow("No answer came");
  expect(shown).toEqual([[5, 4]]);
  service.fails = false;
  service.put(6);
  expect(await look()).toMatchObject({ ids: [6, 5, 4, 3, 2, 1], mailbox: { isWhole: true } });
  for (const id of [7, 8, 9]) service.put(id);
  service.fails = true;
  await expect(look()).rejects.toThrow("No answer came");
  service.fails = false;
  expect((await look()).ids).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

it("starts over when the service was restored from a backup", async () => {
  const { look, service } = start(4);
  await look();
  service.restore(2);
  for (const id of [10, 11, 12]) service.put(id);
  expect((await look()).ids).toEqual([12, 11, 10, 2, 1]);
});
