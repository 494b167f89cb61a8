import { expect, test } from "vitest";
import { listRow } from "#room/features/visits/list/list-row.ts";
import { reasonOffers } from "./reason-offers.ts";
import { summaryOf, visitOf } from "./test-rows.ts";

const ofService = ["Papers missing", "Payer unknown", "Not in this view"].map((name) => ({
  name,
  count: 40,
  sums: [],
}));

test("counts of reasons are the view's, or none", () => {
  const rows = [
    listRow(visitOf(1), undefined),
    listRow(visitOf(2), undefined),
    listRow(visitOf(3, { reason: "Payer unknown" }), undefined),
    listRow(visitOf(4, { state: "charged", reason: undefined }), undefined),
    listRow(null, summaryOf(5, { state: "unknown" })),
  ];
  expect(reasonOffers(rows, true, ofService)).toEqual([
    { name: "Papers missing", count: 2 },
    { name: "Payer unknown", count: 1 },
    { name: "No answer came", count: 1 },
  ]);
  expect(reasonOffers(rows, false, ofService)).toEqual(ofService.map(({ name }) => ({ name })));
  const closed = listRow(visitOf(1, { state: "closed", reason: "Duplicate visit" }), undefined);
  expect(reasonOffers([closed], true, ofService), "the service could not be asked by it").toEqual([]);
});
