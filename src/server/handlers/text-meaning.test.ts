import { expect, test } from "vitest";
import { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { ask, charge, server, withheld } from "./test-visits.ts";
import { meaningOf } from "./text-meaning.ts";

const today = "2026-11-23";
const [harbor, harborOld, north] = [buildGuid(5, 1), buildGuid(5, 2), buildGuid(9, 1)];
const names = new DirectoryIndex([
  { kind: "payer", id: harbor, name: "Harbor Health Plan" },
  { kind: "payer", id: harborOld, name: "Harbour Hlth", mergedInto: harbor },
  { kind: "practice", id: north, name: "North Urgent Care" },
]);

test.each([
  ["harbor", { partyIds: [harbor, harborOld], practiceIds: [] }],
  ["urgent", { partyIds: [], practiceIds: [north] }],
  ["11/02/2026", { serviceDates: ["2026-11-02"], partyIds: [], practiceIds: [] }],
  ["$1,150.50", { amounts: [115_050], partyIds: [], practiceIds: [] }],
  ["150", { amounts: [15_000], partyIds: [], practiceIds: [] }],
  ["h", { partyIds: [], practiceIds: [] }],
  ["papers missing", { partyIds: [], practiceIds: [] }],
])("%s means what the list shows by it", (text, meaning) => {
  expect(meaningOf(text, today, names)).toEqual(meaning);
});

test("what the list shows is found by typing it", async () => {
  await charge(1, withheld);
  await charge(2);
  const { body } = await ask("listVisits", { states: ["withheld", "charged"] });
  const [shown] = (body["visits"] as { state: string; payerIds: string[]; invoiceNumber?: number }[]).filter(
    ({ state }) => state === "charged",
  );
  const entry = { kind: "payer" as const, id: shown?.payerIds[0] ?? "", name: "Harbor Health Plan" };
  await server.store.directory.save({ entries: [entry], removed: [] }, { after: 0 });
  const found = async (text: string) => {
    const answer = await ask("listVisits", { states: ["withheld", "charged"], text });
    return (answer.body["visits"] as { state: string }[]).map(({ state }) => state).toSorted();
  };
  expect(await found(`Invoice ${shown?.invoiceNumber}`)).toEqual(["charged"]);
  expect(await found("harbor health")).toContain("charged");
  expect(await found("11/02/2026")).toEqual(["charged", "withheld"]);
  expect(await found("Nobody’s")).toEqual([]);
});
