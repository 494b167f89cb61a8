import { expect, test } from "vitest";
import { DirectoryIndex } from "#room/billing/directory/directory-index.ts";
import { facts, summaryOf, visitOf } from "#room/features/visits/clinic/test-rows.ts";
import { buildGuid } from "#room/testing/builders.ts";
import { listRow } from "./list-row.ts";
import { visitFilters } from "./visit-filters.ts";

const provider = buildGuid(4, 1);
const here = listRow(null, summaryOf(1, { payerIds: [], providerIds: [provider] }));
const clinics = listRow(visitOf(2, { payerIds: [provider] }), undefined);

test("payer and provider can each be none", () => {
  const matches = (id: "payer" | "provider" | "without", row: typeof here) =>
    visitFilters[id].matches(row, "none", { kind: "clinic", today: facts.today });
  expect([matches("payer", here), matches("provider", here)]).toEqual([true, false]);
  expect(matches("payer", clinics), "the service knows its lines").toBe(true);
  expect(visitFilters.practice.read("none", "clinic")).toBe("");
});

test("the payer of charged visits is whom they bill", () => {
  const names = new DirectoryIndex([]);
  const context = { kind: "clinic" as const, me: "casey", names, reasons: [], rows: [here, clinics] };
  const words = (tab: string, value: string) => visitFilters.payer.label(value, { ...context, tab });
  const short = names.words("payer", provider);
  expect([words("charged", provider), words("open", provider)]).toEqual([
    `Bill to: ${short}`,
    `Payer: ${short}`,
  ]);
  expect(words("charged", "none")).toBe("No payer (patient)");
  const offered = visitFilters.payer.options({ ...context, tab: "charged" });
  expect(offered.map(({ label }) => label)).toEqual(["No payer (patient)", short]);
});
