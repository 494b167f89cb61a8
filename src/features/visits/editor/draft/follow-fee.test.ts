import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { DirectoryEntry } from "#room/contract/schemas/directory.ts";
import { followNames } from "#room/features/names/names-now.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { noDirectory } from "#room/workspace/storage/kept-directory.ts";
import { isFilledByItself } from "./filled.ts";
import { isPricedByItself } from "./follow-fee.ts";
import { openDraft } from "./open-draft.ts";
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
const kept = (list: readonly DirectoryEntry[]) => ({
  get: () => ({ ...noDirectory, version: list.length, entries: list }),
  subscribe: () => () => undefined,
  update: async () => undefined,
});
const know = (list: readonly DirectoryEntry[]) => {
  const directory = kept(list);
  const value = directory.get();
  followNames({ ...directory, get: () => value });
};

beforeEach(() => know(entries));
afterAll(() => know([]));

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
  it("gets fee and amount with its code, follows units, modifiers and payer, and is undone in one step", () => {
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
    expect(isPricedByItself(visit, rowId)).toBe(true);
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

  it("never loses an amount that was typed, even the schedule's own", () => {
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

  it("is typed by the clinic's short name, and without fees is as it was", () => {
    const { write, text } = line();
    write("cpt", "K3");
    expect([text("cpt"), text("charge.amount")]).toEqual(["99213", "128.00"]);
    know([]);
    const plain = line();
    plain.write("cpt", "99213");
    expect([plain.text("charge.amount"), plain.text("feeId")]).toEqual(["", plain.text("feeId")]);
    plain.write("payerId", "Harbor Mutual");
    expect(plain.text("payerId")).toBe("Harbor Mutual");
  });
});

describe("names in cells", () => {
  it("show for the GUIDs that have one, and mean them; two of one name are never mixed up", () => {
    const { visit, at, write, text } = line();
    write("payerId", "Harbor mutual");
    expect([text("payerId"), shownText(at("payerId"), text("payerId"))]).toEqual([harbor, "Harbor Mutual"]);
    write("payerId", "Blue Plan");
    expect(text("payerId")).toBe("Blue Plan");
    visit.set(at("payerId"), other, "Chosen");
    write("payerId", "Blue Plan");
    expect(text("payerId")).toBe(other);
    write("payerId", `{${blue.toUpperCase()}}`);
    expect(text("payerId")).toBe(blue);
    const unknown = buildGuid(12, 9);
    write("payerId", unknown);
    expect([text("payerId"), shownText(at("payerId"), unknown)]).toEqual([unknown, unknown]);
  });
});
