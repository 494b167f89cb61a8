import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyFix } from "#room/billing/apply-fix.ts";
import { codeOf } from "#room/billing/diagnosis-identity.ts";
import { applyFixes } from "#room/billing/finding-groups.ts";
import { balanceOf } from "#room/billing/balance.ts";
import { adoptEvent } from "#room/features/visits/editor/draft/adopt-event.ts";
import type { ListName } from "#room/features/visits/editor/draft/draft.ts";
import { eventFromDraft, moveRowsBy, openDraft } from "#room/features/visits/editor/draft/test-draft.ts";
import { insertBlock } from "#room/features/visits/editor/draft/paste-block.ts";
import { duplicateRows, insertRow, removeRows } from "#room/features/visits/editor/draft/row-actions.ts";
import { fillDown } from "#room/features/visits/editor/draft/write-cell.ts";
import type { VisitDraft } from "#room/features/visits/editor/draft/visit-draft.ts";
import { arbitraryEvent } from "#room/testing/arbitrary-event.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { LiveFindings } from "./live-findings.ts";

/** `HANDS_RUNS=5000` runs longer, `HANDS_SEED=7` draws other cases. */
const hands = {
  numRuns: Number(process.env["HANDS_RUNS"] ?? 120),
  ...(process.env["HANDS_SEED"] !== undefined && { seed: Number(process.env["HANDS_SEED"]) }),
};

const facts = { today: "2026-11-20" };

function opened(event: unknown) {
  const visit = openDraft(event);
  const findings = new LiveFindings(visit, facts);
  visit.subscribe((change) => findings.take(change));
  return { visit, findings };
}

/** What would be found if the draft were opened now. */
function fresh(visit: VisitDraft) {
  const findings = new LiveFindings(visit, facts);
  return { list: findings.list.get(), marks: findings.marks.get() };
}

const members: Readonly<Record<string, readonly string[]>> = {
  charges: [
    "cpt",
    "quantity",
    "modifier",
    "charge.amount",
    "charge.currency",
    "paid.amount",
    "arAmount.amount",
    "indicatedBy",
    "payerId",
    "billtoPayer",
  ],
  diagnosis: ["icd10DiagCode", "icd9DiagCode", "priority"],
  payments: ["amount.amount", "amount.currency", "payerId"],
};
const texts = ["", "99213", "12001", "25", "59 XS", "59 XS 25", "A", "A B", "1", "0", "12.345", "EUR"];

const step = fc.record({
  kind: fc.nat(12),
  row: fc.nat(4),
  member: fc.nat(9),
  list: fc.constantFrom<ListName>("charges", "charges", "diagnosis", "payments"),
  text: fc.constantFrom(...texts, "J02.9", "R05.9", "true", "false"),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function take(visit: VisitDraft, findings: LiveFindings, { kind, row, member, list, text }: Step): void {
  const rowId = visit.order()[list][row];
  const rowIds = visit.order()[list].slice(row, row + 2);
  const own = members[list] ?? [];
  const name = own[member % own.length] ?? "";
  if (kind <= 3 && rowId !== undefined) {
    visit.type({ list, rowId, member: name }, text, "Type");
    if (kind > 0) visit.seal();
  }
  if (kind === 4 || kind === 5) visit.undo();
  if (kind === 6) visit.redo();
  if (kind === 7) removeRows(visit, list, rowIds);
  if (kind === 8) moveRowsBy(visit, list, rowIds, row > 1 ? -1 : 1);
  if (kind === 9 && rowIds.length > 0) duplicateRows(visit, list, rowIds);
  if (kind === 10 && rowId !== undefined)
    insertBlock(visit, { list, at: { rowId, member: name }, cells: [[text, "1"], [text]], members: [name] });
  if (kind === 11) {
    if (row > 2) insertRow(visit, list);
    else if (row > 1) fillDown(visit, list, rowIds, [name]);
    else visit.type({ path: "visitCharged.createdOn" }, row > 0 ? "2014-03-02" : "", "Date");
  }
  const fix = kind === 12 ? findings.settled().find(({ finding }) => finding.fix)?.finding.fix : undefined;
  if (fix) adoptEvent(visit, applyFix(visit.event(), fix), fix.label);
}

describe("the findings of a draft", () => {
  it.each(["cpt", "quantity", "charge.amount"])("end when %s is deleted and undone", (member) => {
    const { visit, findings } = opened(buildEvent());
    const before = findings.settled();
    const [rowId = ""] = visit.order().charges;
    visit.type({ list: "charges", rowId, member }, "", "Delete");
    visit.seal();
    expect(findings.settled().length).toBeGreaterThan(before.length);
    visit.undo();
    expect(findings.settled()).toEqual(before);
    expect(findings.marksOf(rowId)).toEqual({});
    findings.stop();
  });

  it("leave the balance its currency when the first amount empties", () => {
    const event = buildEvent({ charges: 2 });
    const euros = { currency: "EUR", amount: 5 };
    const [first, ...rest] = event.visitCharged.charges;
    const charges = [{ ...first, charge: euros, paid: null, arAmount: null }, ...rest];
    const visit = openDraft({ ...event, visitCharged: { ...event.visitCharged, charges } });
    const currency = () => balanceOf(visit.event().visitCharged).currency;
    expect(currency()).toBe("EUR");
    const [rowId = ""] = visit.order().charges;
    visit.type({ list: "charges", rowId, member: "charge.amount" }, "", "Delete");
    expect(currency()).toBe(balanceOf(openDraft(visit.event()).event().visitCharged).currency);
  });

  it("offer to add a diagnosis that two lines name", () => {
    const { visit, findings } = opened(buildEvent({ charges: 2 }));
    const before = visit.event().visitCharged?.diagnosis ?? [];
    for (const rowId of visit.order().charges)
      visit.type({ list: "charges", rowId, member: "indicatedBy" }, "Z99.9", "Type");
    visit.seal();
    const found = findings.settled().filter(({ finding }) => finding.ruleId === "diagnosis-links");
    const both = found.map(({ finding }) => finding);
    expect(both.map(({ fix, otherFix }) => [fix?.label, otherFix?.label])).toEqual([
      ["Add diagnosis Z99.9", "Unlink Z99.9"],
      ["Add diagnosis Z99.9", "Unlink Z99.9"],
    ]);
    adoptEvent(
      visit,
      applyFixes(
        visit.event(),
        both.flatMap(({ fix }) => fix ?? []),
      ),
      "Add",
    );
    const { diagnosis = [], charges = [] } = visit.event().visitCharged ?? {};
    expect(diagnosis).toEqual([
      ...before,
      { ...diagnosis?.at(-1), icd10DiagCode: "Z99.9", priority: before.length + 1 },
    ]);
    expect(charges?.map((charge) => charge.indicatedBy?.map(codeOf))).toEqual([["Z99.9"], ["Z99.9"]]);
    expect(findings.settled().filter(({ finding }) => finding.ruleId === "diagnosis-links")).toEqual([]);
    const [rowId = ""] = visit.order().charges;
    const [, , third = ""] = visit.order().diagnosis;
    visit.type({ list: "diagnosis", rowId: third, member: "icd10DiagCode" }, "Z99.8", "Type");
    visit.seal();
    expect(visit.row("charges", rowId)).toBeDefined();
    expect(visit.event().visitCharged?.charges?.[0]?.indicatedBy?.map(codeOf)).toEqual(["Z99.8"]);
  });

  it("unlink existing links when a diagnosis was renamed", () => {
    const { visit, findings } = opened(buildEvent({ charges: 1, diagnoses: 1 }));
    const [rowId = ""] = visit.order().charges;
    const [diagnosis = ""] = visit.order().diagnosis;
    visit.type({ list: "diagnosis", rowId: diagnosis, member: "icd10DiagCode" }, "S93.401A", "Type");
    visit.type({ list: "charges", rowId, member: "indicatedBy" }, "Z99.9 S93.401A", "Type");
    visit.seal();
    findings.settled();
    visit.type({ list: "diagnosis", rowId: diagnosis, member: "icd10DiagCode" }, "R05.9", "Type");
    visit.seal();
    const told = findings.settled().find(({ finding }) => finding.otherFix?.label === "Unlink Z99.9");
    expect(JSON.stringify(told?.finding.otherFix)).toContain("R05.9");
    expect(JSON.stringify(told?.finding.otherFix)).not.toContain("S93.401A");
    findings.stop();
  });

  it("leave copied lines apart when one of them is fixed", () => {
    const { visit, findings } = opened(buildEvent({ charges: 2 }));
    duplicateRows(visit, "charges", visit.order().charges.slice(0, 2));
    const fix = findings.settled().find(({ finding }) => finding.fix?.label === "Add 76")?.finding.fix;
    if (!fix) throw new Error("copied lines are told");
    adoptEvent(visit, applyFix(visit.event(), fix), fix.label);
    const rowIds = visit.order().charges;
    expect(new Set(rowIds).size).toBe(4);
    visit.type({ list: "charges", rowId: rowIds[2] ?? "", member: "charge.amount" }, "12001", "Type");
    expect(visit.event().visitCharged?.charges?.filter((row) => row.charge?.amount === 12001)).toHaveLength(
      1,
    );
    findings.stop();
  });

  it("equal those of a reopened draft, after any change", () => {
    const events = fc.oneof(
      arbitraryEvent,
      fc.constant(buildEvent({ charges: 4, diagnoses: 3 })).map((event) => structuredClone(event)),
    );
    fc.assert(
      fc.property(events, fc.array(step, { maxLength: 14 }), (event, steps) => {
        const { visit, findings } = opened(event);
        for (const each of steps) {
          take(visit, findings, each);
          if (each.member % 3 > 0) continue;
          expect(findings.settled()).toEqual(fresh(visit).list);
        }
        expect(findings.settled()).toEqual(fresh(visit).list);
        expect(findings.marks.get()).toEqual(fresh(visit).marks);
        expect(JSON.stringify(visit.event())).toBe(
          JSON.stringify(eventFromDraft(visit.draft(), visit.source)),
        );
        findings.stop();
      }),
      hands,
    );
  });
});
