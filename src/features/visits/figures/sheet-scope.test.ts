import { expect, test } from "vitest";
import { filterOf, searchOf } from "#room/features/visits/clinic/view-filter.ts";
import { clinicAddress } from "#room/features/visits/list/list-search.ts";
import { endedView, paidView, requestOf, type SheetScope, viewOfRow } from "./sheet-scope.ts";

const payer = "5".repeat(32);
const days = { from: "2026-11-01", to: "2026-11-02" };
/** What the service is asked for when the figure is opened. */
function asked(view: Parameters<typeof clinicAddress.read>[0] | undefined) {
  const search = clinicAddress.read({ ...view });
  return JSON.parse(JSON.stringify(filterOf(search, { me: "casey", today: "2026-11-02", typed: "" })));
}

test("a slip asks for the payments it counts", () => {
  const scope: SheetScope = { ...days, payer, person: "robin" };
  const came = { paidDayFrom: days.from, paidDayTo: days.to };
  const charged = asked(paidView(scope, "Card|Copay", {}));
  expect(charged).toMatchObject({ payment: "Card|Copay", ...came, paidBy: payer, invoiceBy: "robin" });
  for (const other of ["payerId", "chargedBy"]) expect(charged).not.toHaveProperty(other);
  const ofService = asked(paidView({ ...scope, by: "service" }, "Card|Copay", {}));
  expect(ofService).toMatchObject({ ...days, payment: "Card|Copay", paidBy: payer, chargedBy: "robin" });
  for (const other of ["payerId", "invoiceBy"]) expect(ofService).not.toHaveProperty(other);
});

test("a sheet without a payer opens visits without one", () => {
  const scope: SheetScope = { ...days, payer: "none" };
  expect(requestOf(scope)).toMatchObject({ without: ["payer"] });
  expect(requestOf(scope)).not.toHaveProperty("payerId");
  const row = viewOfRow(scope, "provider", { id: "", visits: 1, part: {} });
  expect(asked(row)).toMatchObject({ without: ["payer", "provider"] });
  const slip = asked(paidView(scope, "Card|Copay", {}));
  expect(slip).toMatchObject({ payment: "Card|Copay", without: ["paidBy"] });
  const saved = asked({ tab: "charged", payer: "none", provider: "none", without: "code" });
  expect(saved.without.toSorted()).toEqual(["code", "payer", "provider"]);
  expect(searchOf(saved, "casey")).toMatchObject({ payer: "none", provider: "none", without: "code" });
});

test("what was corrected of a person is theirs", () => {
  const view = asked(endedView({ ...days, person: "robin" }, "replaced", {}));
  expect(view).toMatchObject({ endedAs: "replaced", endedDayFrom: days.from, invoiceBy: "robin" });
});

test("who paid without lines of their own opens those payments", () => {
  const row = { visits: 0, part: {} };
  expect(asked(viewOfRow(days, "payer", { ...row, id: payer }))).toMatchObject({ paidBy: payer });
  expect(asked(viewOfRow(days, "payer", { ...row, id: "" }))).toMatchObject({ without: ["paidBy"] });
  expect(viewOfRow(days, "code", { ...row, id: "99213" })).toBeUndefined();
});
