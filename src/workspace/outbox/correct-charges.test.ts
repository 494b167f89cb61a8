import { expect, test } from "vitest";
import type { Workspace } from "#room/workspace/workspace.ts";
import { desk, event, id, unknown } from "./test-desk.ts";

const correction = (of: string, invoice: number) =>
  ({ kind: "correction", name: id(of), corrects: { invoice, reason: "" } }) as const;

/** A charged visit, and a correction of it that is explained. */
async function begun({ visits, outbox }: Pick<Workspace, "visits" | "outbox">): Promise<void> {
  await visits.add(event("a"), { kind: "new" });
  await outbox.sendBatch([id("a")]);
  await visits.add(event("b", "two", "a"), correction("a", 7), { imported: event("b", "one", "a") });
}

test("a correction leaves only once it is explained", async () => {
  const { enter, sent, corrects } = desk();
  const { visits, outbox } = await enter();
  await begun({ visits, outbox });
  expect(outbox.plan(id("b"))).toMatchObject({ reason: "unexplained" });
  expect((await outbox.sendBatch([id("b")])).counts).toEqual({ blocked: 1 });
  await visits.explain(id("b"), "Wrong level");
  await visits.put(id("b"), event("b", "three", "a"));
  expect(outbox.plan(id("b")), "it was changed since").toMatchObject({ reason: "unexplained" });
  await visits.explain(id("b"), "Wrong level");
  expect((await outbox.sendBatch([id("b")])).counts).toEqual({ charged: 1 });
  expect(sent.at(-1)).toMatchObject({ eventId: id("b"), note: "three" });
  expect(corrects).toEqual([undefined, { invoice: 7, reason: "Wrong level" }]);
  expect(visits.summary(id("b"))?.state).toBe("charged");
});

test("a correction without an answer is repeated as it was", async () => {
  const { enter, answers, corrects } = desk({ isSafe: false });
  const { visits, outbox } = await enter();
  await begun({ visits, outbox });
  answers.push(unknown, { kind: "charged" });
  await visits.explain(id("b"), "Wrong level");
  await outbox.sendBatch([id("b")]);
  expect(visits.summary(id("b"))?.state).toBe("unknown");
  await visits.put(id("b"), event("b", "later", "a"));
  expect(await outbox.repeat(id("b"), { confirmed: true })).not.toMatchObject({ kind: "blocked" });
  await expect.poll(() => visits.summary(id("b"))?.state).toBe("charged");
  const explained = { invoice: 7, reason: "Wrong level" };
  expect(corrects.slice(-2)).toEqual([explained, explained]);
});

test("a replaced or voided invoice is not corrected again", async () => {
  const { enter, answers, sent } = desk();
  const { visits, outbox } = await enter();
  await begun({ visits, outbox });
  await visits.explain(id("b"), "Wrong level");
  await outbox.sendBatch([id("b")]);
  await visits.add(event("c", "two", "a"), correction("a", 7));
  await visits.explain(id("c"), "Again");
  expect(outbox.plan(id("c"))).toMatchObject({ reason: "visit-corrected" });
  await visits.add(event("e", "two", "a"), correction("b", 8));
  await visits.explain(id("e"), "Once more");
  answers.push({ kind: "refused", code: "InvoiceNotNewest", message: "", fields: [] });
  await outbox.sendBatch([id("e")]);
  expect(outbox.plan(id("e"))).toMatchObject({ reason: "visit-corrected" });
  expect(sent).toHaveLength(3);
});
