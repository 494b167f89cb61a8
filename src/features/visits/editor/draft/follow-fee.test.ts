import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { amountFor } from "#room/billing/directory/fee-schedule.ts";
import { minorText, minorUnits } from "#room/contract/primitives/money.ts";
import { calendarDateOf } from "#room/contract/primitives/wire-date-time.ts";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { namesNow } from "#room/features/names/names-now.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { namesAre } from "#room/features/names/test-names.ts";
import { dateOfServicePath } from "./field-ref.ts";
import { filledCells, isFilledByItself, recallFilled } from "./filled.ts";
import { serviceName } from "./follow-fee.ts";
import { openDraft } from "./test-draft.ts";
import { insertRow } from "./row-actions.ts";
import { shownText } from "./usual-text.ts";
import { writeCell } from "./write-cell.ts";

const [harbor, blue, other] = [buildGuid(12, 1), buildGuid(12, 2), buildGuid(12, 3)];
const usd = (amount: number) => ({ currency: "USD", amount });
const fee = (
  seed: number,
  code: string,
  amount: number,
  more: Partial<DirectoryEntry> = {},
): DirectoryEntry => ({
  kind: "fee",
  id: buildGuid(13, seed),
  code,
  amount: usd(amount),
  ...more,
});
const entries: readonly DirectoryEntry[] = [
  { kind: "payer", id: harbor, name: "Harbor Mutual" },
  { kind: "payer", id: blue, name: "Blue Plan" },
  { kind: "payer", id: other, name: "Blue Plan" },
  fee(1, "99213", 128, { shortName: "k3" }),
  fee(2, "87880", 24.5),
  fee(3, "99213", 110, { payerId: harbor }),
];
beforeEach(() => namesAre(entries));
afterAll(() => namesAre([]));

function line() {
  const visit = openDraft(buildEvent({ charges: 1, payments: 0 }));
  const rowId = insertRow(visit, "charges");
  const at = (member: string) => ({ list: "charges", rowId, member }) as const;
  const write = (member: string, text: string) => writeCell(visit, at(member), text, "Typed");
  const text = (member: string) => visit.text(at(member));
  write("payerId", "");
  return { visit, rowId, at, write, text };
}

describe("a line and the fee schedule", () => {
  it("gets its fee by code, follows the line, undoes whole", () => {
    const { visit, rowId, write, text } = line();
    write("cpt", "99213");
    expect([text("charge.amount"), text("feeId"), text("arAmount.amount")]).toEqual([
      "128.00",
      buildGuid(13, 1),
      "128.00",
    ]);
    expect(
      ["charge.amount", "feeId"].map((member) => isFilledByItself(visit, "charges", rowId, member)),
    ).toEqual([true, true]);
    write("quantity", "3");
    expect(text("charge.amount")).toBe("384.00");
    write("payerId", "harb");
    expect([text("payerId"), text("charge.amount"), text("feeId")]).toEqual([
      harbor,
      "330.00",
      buildGuid(13, 3),
    ]);
    visit.undo();
    expect([text("payerId"), text("charge.amount")]).toEqual(["", "384.00"]);
    write("cpt", "36415");
    expect([text("charge.amount"), text("feeId"), text("arAmount.amount")]).toEqual(["", "", ""]);
  });

  it("is not priced in a currency that nobody typed", () => {
    const { write, text } = line();
    const money = () => [text("charge.amount"), text("charge.currency"), text("arAmount.amount")];
    write("charge.currency", "EUR");
    write("cpt", "99213");
    expect(money()).toEqual(["", "EUR", ""]);
    write("charge.amount", "50");
    expect(money()).toEqual(["50.00", "EUR", "50.00"]);
    const after = line();
    after.write("cpt", "99213");
    after.write("charge.currency", "EUR");
    expect([after.text("charge.amount"), after.text("charge.currency")]).toEqual(["", "EUR"]);
    after.write("charge.currency", "USD");
    expect(after.text("charge.amount")).toBe("128.00");
    // As a program may write it.
    const { visit, at, write: typed, text: shown } = line();
    visit.amend(() => visit.set(at("charge.currency"), "usd"));
    typed("cpt", "99213");
    expect(shown("charge.amount")).toBe("128.00");
  });

  it("keeps its amount while the date cannot be read", () => {
    const dated = fee(4, "99213", 150, { activeFrom: "2026-12-01" });
    namesAre([...entries, dated]);
    const { visit, write, text } = line();
    write("cpt", "99213");
    const date = { path: dateOfServicePath };
    for (const [typed, amount] of [
      ["13/45/2026", "128.00"],
      ["", "128.00"],
      ["12/2/2026", "150.00"],
    ] as const) {
      writeCell(visit, date, typed, "Date of service");
      expect(text("charge.amount")).toBe(amount);
    }
  });

  it("still knows after a reload what nobody typed", () => {
    const { visit, write } = line();
    write("cpt", "99213");
    const again = openDraft(structuredClone(visit.event()));
    recallFilled(again, filledCells(visit));
    const [typed = "", rowId = ""] = again.order().charges;
    expect([typed, rowId].map((id) => isFilledByItself(again, "charges", id, "charge.amount"))).toEqual([
      false,
      true,
    ]);
    const before = again.text({ list: "charges", rowId: typed, member: "charge.amount" });
    for (const id of [typed, rowId])
      writeCell(again, { list: "charges", rowId: id, member: "cpt" }, "87880", "Typed");
    expect(again.text({ list: "charges", rowId, member: "charge.amount" })).toBe("24.50");
    expect(again.text({ list: "charges", rowId: typed, member: "charge.amount" })).toBe(before);
    // The links of the line above, too.
    expect(again.text({ list: "charges", rowId, member: "indicatedBy" })).not.toBe("");
    expect([typed, rowId].map((id) => isFilledByItself(again, "charges", id, "indicatedBy"))).toEqual([
      false,
      true,
    ]);
    // Not where something else stands by then.
    const other = openDraft(visit.event());
    recallFilled(other, [{ row: 0, member: "charge.amount", text: "128.00" }]);
    expect(isFilledByItself(other, "charges", other.order().charges[0] ?? "", "charge.amount")).toBe(false);
  });

  it("never loses a typed amount, even the schedule's own", () => {
    const { visit, rowId, write, text } = line();
    write("charge.amount", "99");
    write("cpt", "99213");
    expect([text("charge.amount"), text("feeId")]).toEqual(["99.00", buildGuid(13, 1)]);
    expect(isFilledByItself(visit, "charges", rowId, "charge.amount")).toBe(false);
    const again = line();
    again.write("cpt", "99213");
    again.write("charge.amount", "128");
    again.write("cpt", "87880");
    expect(again.text("charge.amount")).toBe("128.00");
  });

  it("follows its fee again once a typed amount is undone", () => {
    const { visit, rowId, write, text } = line();
    const isFilled = () => isFilledByItself(visit, "charges", rowId, "charge.amount");
    write("cpt", "99213");
    write("charge.amount", "70");
    expect(isFilled()).toBe(false);
    visit.undo();
    expect([text("charge.amount"), isFilled()]).toEqual(["128.00", true]);
    visit.redo();
    expect([text("charge.amount"), isFilled()]).toEqual(["70.00", false]);
    visit.undo();
    write("quantity", "2");
    expect([text("charge.amount"), text("arAmount.amount"), isFilled()]).toEqual(["256.00", "256.00", true]);
  });

  it("follows practice and date where filled in, undone with them", () => {
    const [north, south] = [buildGuid(14, 1), buildGuid(14, 2)];
    namesAre([
      fee(1, "99213", 128, { activeTo: "2026-06-30" }),
      fee(4, "99213", 140, { activeFrom: "2026-07-01" }),
      fee(5, "99213", 120, { practiceId: north, activeFrom: "2026-07-01" }),
      fee(2, "87880", 24.5, { practiceId: south }),
    ]);
    const priceOf = (code: string, practice: string, day: string) => {
      if (code === "87880") return practice === south ? "24.50" : "";
      return day < "2026-07-01" ? "128.00" : practice === north ? "120.00" : "140.00";
    };
    const step = fc.oneof(
      fc.record({ kind: fc.constant("practice" as const), text: fc.constantFrom(north, south) }),
      fc.record({ kind: fc.constant("day" as const), text: fc.constantFrom("2026-06-30", "2026-07-01") }),
      fc.record({ kind: fc.constant("cpt" as const), text: fc.constantFrom("99213", "87880") }),
      fc.record({ kind: fc.constant("amount" as const), text: fc.constantFrom("99.00", "128.00", "24.50") }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { visit, write, text } = line();
        const head = (member: string, value: string) =>
          writeCell(visit, { path: `visitCharged.${member}` }, value, "Typed");
        let [practice, day, code, typed] = [north, "2026-06-30", "99213", ""];
        head("practiceId", practice);
        head("createdOn", day);
        write("cpt", code);
        for (const { kind, text: value } of steps) {
          const before = text("charge.amount");
          if (kind === "practice") head("practiceId", (practice = value));
          if (kind === "day") head("createdOn", (day = value));
          if (kind === "cpt") write("cpt", (code = value));
          if (kind === "amount") write("charge.amount", (typed = value));
          const now = text("charge.amount");
          expect(now).toBe(typed === "" ? priceOf(code, practice, day) : typed);
          expect(text("arAmount.amount")).toBe(now);
          if (now === before) continue;
          visit.undo();
          expect(text("charge.amount")).toBe(before);
          visit.redo();
        }
      }),
    );
  });

  it("keeps its price while the time cannot be read", () => {
    const { visit, rowId, write, text } = line();
    const head = (value: string) => writeCell(visit, { path: "visitCharged.createdOn" }, value, "Typed");
    write("cpt", "99213");
    visit.step("Typed", () => visit.set({ path: "visitCharged.createdOn" }, "2026-11-02Tmiddday"));
    write("quantity", "2");
    expect([text("charge.amount"), text("arAmount.amount")]).toEqual(["256.00", "256.00"]);
    write("cpt", "87880");
    expect([text("charge.amount"), text("feeId")]).toEqual(["49.00", buildGuid(13, 2)]);
    write("payerId", "harb");
    expect(text("payerId")).toBe(harbor);
    expect(isFilledByItself(visit, "charges", rowId, "charge.amount")).toBe(true);
    head("2026-11-02T09:15:00");
    expect(text("charge.amount")).toBe("49.00");
  });

  it("has its name and its amount from the same fee", () => {
    namesAre([
      fee(1, "99213", 225, { name: "Visit" }),
      fee(2, "99213", 240, { name: "Visit, 2027", activeFrom: "2027-01-01" }),
    ]);
    const { visit, rowId, write, text } = line();
    write("cpt", "99213");
    expect([serviceName(visit, rowId), text("charge.amount")]).toEqual(["Visit", "225.00"]);
    writeCell(visit, { path: "visitCharged.createdOn" }, "2027-01-02", "Typed");
    expect([serviceName(visit, rowId), text("charge.amount")]).toEqual(["Visit, 2027", "240.00"]);
  });

  it("leaves the choice between two prices to a person", () => {
    const rival = fee(4, "87880", 42);
    namesAre([...entries, rival, fee(5, "81002", 9), fee(6, "81002", 9)]);
    const { write, text } = line();
    write("cpt", "99213");
    write("cpt", "87880");
    expect([text("charge.amount"), text("feeId"), text("arAmount.amount")]).toEqual(["", "", ""]);
    write("cpt", "81002");
    expect(text("charge.amount")).toBe("9.00");
    // Not in force on the date of service.
    namesAre([...entries, { ...rival, activeFrom: "2027-01-01" }]);
    write("cpt", "87880");
    expect(text("charge.amount")).toBe("24.50");
  });

  it("leaves the next line empty, whatever changes around it", () => {
    const { visit, write } = line();
    write("cpt", "99213");
    const lines = () => visit.event().visitCharged?.charges?.length;
    const next = insertRow(visit, "charges");
    expect(lines()).toBe(2);
    // A date or a practice for which prices are looked up anew.
    for (const [member, text] of [
      ["createdOn", "2026-11-20"],
      ["practiceId", buildGuid(14, 1)],
    ] as const)
      writeCell(visit, { path: `visitCharged.${member}` }, text, "Typed");
    expect(lines()).toBe(2);
    // A code that is typed and taken away again.
    for (const code of ["9", "", "87880", ""]) {
      writeCell(visit, { list: "charges", rowId: next, member: "cpt" }, code, "Typed");
      expect(lines()).toBe(code === "" ? 2 : 3);
    }
  });

  it("fills what the schedule has, and changes no typed amount", () => {
    namesAre([
      ...entries,
      fee(4, "99213", 64.05, { modifiers: ["52"] }),
      fee(5, "87880", 33.33, { payerId: harbor }),
      { ...fee(6, "J1100", 500), amount: { currency: "JPY", amount: 500 } },
    ]);
    const values = {
      cpt: ["99213", "87880", "J1100", "36415"],
      payerId: ["", harbor, blue],
      modifier: ["", "25", "52", "26", "LT 25"],
      quantity: ["1", "3", "2.5", "0.333", "", "1000000000"],
      "charge.amount": ["99.00", "128.00", "33.33", "0.00"],
    };
    const step = fc.oneof(
      ...Object.entries(values).map(([member, texts]) =>
        fc.record({ member: fc.constant(member), value: fc.constantFrom(...texts) }),
      ),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const { visit, write, text } = line();
        let typed: string | undefined;
        for (const { member, value } of steps) {
          const state = () => JSON.stringify([visit.event(), filledCells(visit)]);
          const before = state();
          write(member, value);
          if (member === "charge.amount") typed = value;
          const chosen = namesNow().fees.choose({
            code: text("cpt"),
            modifiers: text("modifier").split(" ").filter(Boolean),
            payerId: text("payerId"),
            practiceId: visit.text({ path: "visitCharged.practiceId" }),
            day: calendarDateOf(visit.text({ path: "visitCharged.createdOn" })),
          });
          const due = chosen && amountFor(chosen, Number(text("quantity") || Number.NaN));
          const filled = due ? minorText(minorUnits(due.amount, due.currency) ?? 0, due.currency) : "";
          // 99.00 becomes 99 in a currency without cents.
          if (typed === undefined) expect(text("charge.amount")).toBe(filled);
          else expect(Number(text("charge.amount"))).toBe(Number(typed));
          if (typed === undefined && due) expect(text("charge.currency")).toBe(due.currency);
          const after = state();
          if (after === before) continue;
          visit.undo();
          expect(state()).toBe(before);
          visit.redo();
          expect(state()).toBe(after);
        }
      }),
    );
  });

  it("takes the clinic's short name, and is unchanged without fees", () => {
    const { write, text } = line();
    write("cpt", "K3");
    expect([text("cpt"), text("charge.amount")]).toEqual(["99213", "128.00"]);
    namesAre([]);
    const plain = line();
    plain.write("cpt", "99213");
    expect([plain.text("charge.amount"), plain.text("feeId")]).toEqual(["", plain.text("feeId")]);
    plain.write("payerId", "Harbor Mutual");
    expect(plain.text("payerId")).toBe("Harbor Mutual");
  });
});

describe("names in cells", () => {
  it("show for known GUIDs and never mix equal names up", () => {
    const { visit, at, write, text } = line();
    write("payerId", "Harbor mutual");
    expect([text("payerId"), shownText(at("payerId"), text("payerId"))]).toEqual([harbor, "Harbor Mutual"]);
    write("payerId", "Blue Plan");
    expect(text("payerId")).toBe("Blue Plan");
    visit.step("Chosen", () => visit.set(at("payerId"), other));
    write("payerId", "Blue Plan");
    expect(text("payerId")).toBe(other);
    write("payerId", `{${blue.toUpperCase()}}`);
    expect(text("payerId")).toBe(blue);
    const unknown = buildGuid(12, 9);
    write("payerId", unknown);
    expect([text("payerId"), shownText(at("payerId"), unknown)]).toEqual([unknown, unknown]);
  });
});
