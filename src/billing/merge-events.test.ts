import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { buildCharge, buildDiagnosis, buildEvent } from "#room/testing/builders.ts";
import { applyFix } from "./apply-fix.ts";
import { diffEvents } from "./diff-events.ts";
import type { DraftEvent } from "./draft-event.ts";
import type { Path } from "./finding.ts";
import { mergeEvents } from "./merge-events.ts";
import { resolveMerge } from "./resolve-merge.ts";

const base: DraftEvent = buildEvent({ charges: 3, diagnoses: 3 });
const set = (event: DraftEvent, path: Path, value: unknown) =>
  applyFix(event, { edits: [{ kind: "set", path, value }] });
const remove = (event: DraftEvent, path: Path) => applyFix(event, { edits: [{ kind: "remove", path }] });
const cpt = (index: number) => ["visitCharged", "charges", index, "cpt"];
const cptsOf = (event: DraftEvent) => event.visitCharged?.charges?.map((row) => row.cpt);
const words = (before: DraftEvent, after: DraftEvent) => diffEvents(before, after).map((one) => one.words);

test("an event equals itself, also with its members reordered", () => {
  fc.assert(
    fc.property(arbitraryEvent, (event) => {
      const turned = Object.fromEntries(Object.entries(event).reverse());
      expect(diffEvents(event, turned)).toEqual([]);
    }),
  );
});

test("a changed date is told as people write it", () => {
  const createdOn = ["visitCharged", "createdOn"];
  expect(words(base, set(base, createdOn, "2026-11-03"))).toEqual([
    "Date of service: 11/02/2026 9:15 AM became 11/03/2026",
  ]);
  // What differs must be seen.
  expect(words(base, set(base, createdOn, "2026-11-02T09:15:30"))).toEqual([
    "Date of service: 11/02/2026 9:15 AM became 2026-11-02T09:15:30",
  ]);
});

test("a flag left out is told as it counts", () => {
  const flag = (member: string) => ["visitCharged", "charges", 0, member];
  const none = set(set(base, flag("billable"), undefined), flag("billtoPayer"), undefined);
  const off = set(set(none, flag("billable"), false), flag("billtoPayer"), true);
  expect(words(none, off).toSorted()).toEqual([
    "Charge 1 › Bill payer: no became yes",
    "Charge 1 › Billable: yes became no",
  ]);
  expect(words(none, set(set(none, flag("billable"), true), flag("billtoPayer"), false))).toEqual([]);
});

test("changes are described field by field, in words", () => {
  let after = set(base, cpt(0), "99214");
  after = set(after, ["visitCharged", "charges", 0, "charge", "amount"], 150);
  after = set(after, ["audit", "manualReviewNeeded"], true);
  after = set(after, ["visitCharged", "payments", 0, "notes"], null);
  expect(words(base, after).sort()).toEqual([
    "Charge 1 › Charge: $120.10 became $150.00",
    "Charge 1 › Procedure: 99213 became 99214",
    "Manual review needed: no became yes",
    "Payment 1 › Notes: Copay became nothing",
  ]);
});

test("an inserted or removed row leaves later rows unchanged", () => {
  const charges = base.visitCharged?.charges ?? [];
  const fresh = buildCharge(20, [buildDiagnosis(0)], { cpt: "90471" });
  expect(words(base, set(base, ["visitCharged", "charges"], [fresh, ...charges]))).toEqual([
    "Charge 1: added (90471)",
  ]);
  expect(words(base, remove(base, ["visitCharged", "charges", 0]))).toEqual(["Charge 1: removed (99213)"]);
});

test("a reorder is said as a move", () => {
  const rows = base.visitCharged?.diagnosis ?? [];
  expect(words(base, set(base, ["visitCharged", "diagnosis"], rows.toReversed()))).toEqual([
    "Diagnosis B: moved, it was B",
    "Diagnosis C: moved, it was A",
  ]);
});

test("merging x with its own base gives x without conflict", () => {
  fc.assert(
    fc.property(arbitraryEvent, arbitraryEvent, (from, to) => {
      expect(mergeEvents(from, to, from)).toEqual({ merged: to, conflicts: [] });
      expect(mergeEvents(from, from, to)).toEqual({ merged: to, conflicts: [] });
      expect(mergeEvents(from, to, to)).toEqual({ merged: to, conflicts: [] });
    }),
  );
});

test("changes of different fields and rows are both taken", () => {
  const mine = set(base, cpt(0), "99214");
  const theirs = set(remove(base, ["visitCharged", "charges", 2]), ["audit", "finalStatus"], "Reviewed");
  const { merged, conflicts } = mergeEvents(base, mine, theirs);
  expect(conflicts).toEqual([]);
  expect(cptsOf(merged)).toEqual(["99214", "87880"]);
  expect(merged.audit?.finalStatus).toBe("Reviewed");
});

test("a field changed by both is a conflict to choose", () => {
  const merge = mergeEvents(base, set(base, cpt(1), "87651"), set(base, cpt(1), "87880X"));
  expect(merge.conflicts).toEqual([
    { path: cpt(1), place: "Charge 2 › Procedure", base: "87880", mine: "87651", theirs: "87880X" },
  ]);
  expect(cptsOf(resolveMerge(merge, new Map()))?.[1]).toBe("87651");
  expect(cptsOf(resolveMerge(merge, new Map([[0, "theirs"]])))?.[1]).toBe("87880X");
  expect(cptsOf(resolveMerge(merge, new Map([[0, "base"]])))?.[1]).toBe("87880");
});

test("a row removed here and changed there stays until decided", () => {
  const mine = remove(base, ["visitCharged", "charges", 1]);
  const merge = mergeEvents(base, mine, set(base, ["visitCharged", "charges", 1, "quantity"], 5));
  expect(merge.conflicts).toMatchObject([{ place: "Charge 2", mine: undefined }]);
  expect(cptsOf(merge.merged)).toEqual(["99213", "87880", "71046"]);
  expect(cptsOf(resolveMerge(merge, new Map([[0, "mine"]])))).toEqual(["99213", "71046"]);
  expect(resolveMerge(merge, new Map([[0, "theirs"]])).visitCharged?.charges?.[1]?.quantity).toBe(5);
});

test("rows added on both sides keep their places", () => {
  const charges = base.visitCharged?.charges ?? [];
  const [first = {}, ...rest] = charges;
  const added = (code: string) => buildCharge(30, [], { cpt: code, feeId: null });
  const mine = set(base, ["visitCharged", "charges"], [first, added("90471"), ...rest]);
  const theirs = set(base, ["visitCharged", "charges"], [...charges, added("90715")]);
  const { merged, conflicts } = mergeEvents(base, mine, theirs);
  expect(conflicts).toEqual([]);
  expect(cptsOf(merged)).toEqual(["99213", "90471", "87880", "71046", "90715"]);
});

test("without a base equal rows are one, differences are conflicts", () => {
  const { merged, conflicts } = mergeEvents({}, base, set(base, ["visitCharged", "version"], "2"));
  expect(merged).toEqual(base);
  expect(conflicts).toMatchObject([{ place: "Version", mine: "1", theirs: "2" }]);
});

test("every changed value is in the merge or a conflict", () => {
  const edit = fc.record({
    row: fc.nat(2),
    member: fc.constantFrom("cpt", "quantity", "feeId", "x-note"),
    value: fc.constantFrom("A1111", "B2222", "C3333"),
  });
  const plan = fc.tuple(fc.array(edit, { maxLength: 4 }), fc.option(fc.nat(2)));
  const change = ([edits, gone]: [{ row: number; member: string; value: string }[], number | null]) => {
    const edited = edits.reduce(
      (event, { row, member, value }) => set(event, ["visitCharged", "charges", row, member], value),
      base,
    );
    return gone === null ? edited : remove(edited, ["visitCharged", "charges", gone]);
  };
  fc.assert(
    fc.property(plan, plan, (mine, theirs) => {
      const merge = mergeEvents(base, change(mine), change(theirs));
      const all = JSON.stringify(merge);
      for (const [edits, gone] of [mine, theirs])
        for (const [index, { row, member, value }] of edits.entries()) {
          const last = edits.findLastIndex((one) => one.row === row && one.member === member);
          if (last === index && row !== gone) expect(all).toContain(value);
        }
    }),
    { numRuns: 500 },
  );
});

const charges = ["visitCharged", "charges"];
const rowsOf = (event: DraftEvent) => event.visitCharged?.charges ?? [];
const withRows = (rows: readonly unknown[]) => set(base, charges, rows);
const fresh = (code: string) => buildCharge(30, [], { cpt: code, feeId: null });

test("a row both added is one; a second is two", () => {
  const rows = rowsOf(base);
  const [once, twice] = [[fresh("90471")], [fresh("90471"), fresh("90471")]];
  const codesOf = (mine: readonly unknown[], theirs: readonly unknown[]) => {
    const { merged, conflicts } = mergeEvents(
      base,
      withRows([...rows, ...mine]),
      withRows([...rows, ...theirs]),
    );
    expect(conflicts).toEqual([]);
    return cptsOf(merged)?.slice(3);
  };
  expect(codesOf(once, [...once, fresh("90715")])).toEqual(["90471", "90715"]);
  expect(codesOf([fresh("90715"), ...once], once)).toEqual(["90715", "90471"]);
  expect(codesOf(twice, once)).toEqual(["90471", "90471"]);
  expect(codesOf(once, twice)).toEqual(["90471", "90471"]);
});

test("rows stand as who moved them has them, else mine", () => {
  const [first = {}, second = {}, third = {}] = rowsOf(base);
  const moved = [third, first, second];
  const changed = withRows([{ ...first, quantity: 7 }, second, third]);
  for (const [mine, theirs] of [
    [withRows(moved), changed],
    [changed, withRows(moved)],
  ] as const) {
    const { merged, conflicts } = mergeEvents(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(merged).toEqual(withRows([third, { ...first, quantity: 7 }, second]));
  }
  const both = mergeEvents(base, withRows(moved), withRows([second, first, third]));
  expect(cptsOf(both.merged)).toEqual(moved.map(({ cpt: code }) => code));
  const [added, before] = [withRows([fresh("90471"), first, second, third]), withRows(moved)];
  for (const [mine, theirs] of [
    [added, before],
    [before, added],
  ] as const)
    expect(cptsOf(mergeEvents(base, mine, theirs).merged)).toEqual(["90471", "71046", "99213", "87880"]);
  const more = mergeEvents(base, changed, withRows([third, fresh("90715"), first, second, fresh("90471")]));
  expect(cptsOf(more.merged)).toEqual(["71046", "90715", "99213", "87880", "90471"]);
});

test("money is taken whole, never an amount in another currency", () => {
  const charge = ["visitCharged", "charges", 0, "charge"];
  const mine = set(base, [...charge, "currency"], "CAD");
  const theirs = set(base, [...charge, "amount"], 150);
  const { merged, conflicts } = mergeEvents(base, mine, theirs);
  expect(conflicts).toMatchObject([{ path: charge, mine: { currency: "CAD", amount: 120.1 } }]);
  expect(merged).toEqual(mine);
});

test("a row that theirs removed and mine changed stays, too", () => {
  const mine = set(base, ["visitCharged", "charges", 1, "quantity"], 5);
  const theirs = remove(base, ["visitCharged", "charges", 1]);
  const merge = mergeEvents(base, mine, theirs);
  expect(merge.conflicts).toMatchObject([{ place: "Charge 2", theirs: undefined }]);
  expect(merge.merged).toEqual(mine);
  expect(resolveMerge(merge, new Map([[0, "theirs"]]))).toEqual(theirs);
  const gone = mergeEvents(base, remove(theirs, ["visitCharged", "charges", 0]), theirs);
  expect([cptsOf(gone.merged), gone.conflicts]).toEqual([["71046"], []]);
});

test("removed rows go together, each the one it was", () => {
  const [, , third = {}] = rowsOf(base);
  const changed = withRows(rowsOf(base).map((row, index) => (index < 2 ? { ...row, quantity: 5 } : row)));
  const merge = mergeEvents(base, withRows([third]), changed);
  expect(merge.conflicts).toHaveLength(2);
  expect(resolveMerge(merge, new Map())).toEqual(withRows([third]));
});

test("rows are merged without any before, and unknown forms compared", () => {
  const none = set(base, charges, null);
  const { merged, conflicts } = mergeEvents(none, withRows([fresh("90471")]), withRows([fresh("90715")]));
  expect([cptsOf(merged), conflicts]).toEqual([["90715", "90471"], []]);
  const odd = mergeEvents(base, set(base, charges, "none"), withRows([fresh("90715")]));
  expect(odd.conflicts).toMatchObject([{ path: charges, mine: "none" }]);
  for (const audit of [null, "none"]) {
    const sides = [set(base, ["audit"], audit), set(base, ["audit", "finalStatus"], "Reviewed")] as const;
    for (const [mine, theirs] of [sides, sides.toReversed()])
      expect(mergeEvents(base, mine ?? {}, theirs ?? {}).conflicts).toMatchObject([{ path: ["audit"] }]);
  }
});

test("what one side took out is not there", () => {
  const noted = set(base, ["visitCharged", "x-note"], "A");
  const { merged } = mergeEvents(noted, base, set(noted, cpt(0), "99214"));
  expect(merged.visitCharged).not.toHaveProperty("x-note");
  expect(cptsOf(merged)?.[0]).toBe("99214");
});

test("links that both changed are chosen whole", () => {
  const links = ["visitCharged", "charges", 0, "indicatedBy"];
  const [a, b, c] = [buildDiagnosis(0), buildDiagnosis(1), buildDiagnosis(2)];
  const linked = set(base, links, [a]);
  const mine = set(linked, links, [a, b]);
  const { merged, conflicts } = mergeEvents(linked, mine, set(linked, links, [a, c]));
  expect(conflicts).toMatchObject([{ path: links }]);
  expect(merged).toEqual(mine);
});
