import { expect, test } from "vitest";
import { clearingMessage, clearingOf } from "./clearing.ts";

function visitWith(audit: Readonly<Record<string, string>>) {
  return {
    text: (place: { path: string } | { list: string }) =>
      "path" in place ? (audit[place.path.replace("audit.", "")] ?? "") : "",
  };
}

test("clearing empties the reason and says who cleared it", () => {
  const audit = {
    manualReviewNeeded: "true",
    canAutoCharge: "false",
    withholdReason: "Papers missing ",
    finalStatus: "Held",
  };
  const changes = clearingOf(visitWith(audit));
  expect(changes.map(({ path, to }) => [path, to])).toEqual([
    ["audit.manualReviewNeeded", "false"],
    ["audit.canAutoCharge", "true"],
    ["audit.withholdReason", ""],
    ["audit.finalStatus", "Approved by hand"],
  ]);
  expect(clearingMessage("casey", " Fax came ", changes)).toBe(
    "casey: Fax came (before: Manual review needed on; Can auto-charge off; Withhold reason “Papers missing”; Rules status “Held”)",
  );
});

test("clearing again changes nothing and logs nothing", () => {
  const changes = clearingOf(visitWith({ canAutoCharge: "true", finalStatus: "Approved by hand" }));
  expect(changes).toEqual([]);
  expect(clearingMessage("casey", "Fax came", changes)).toBe("casey: Fax came");
});
