import { describe, expect, it } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
import { applyIssues, refusedFindings } from "./apply-refused.ts";

const sent = buildEvent({ charges: 3 });
const path = ["AutoChargedEvent", "visitCharged", "charges", 1, "cpt"];
const refused = {
  outcome: "refused",
  fields: [{ path, code: "Unknown", message: "Unknown here." }],
} as const;

function withCharges(change: (charges: (typeof sent)["visitCharged"]["charges"]) => void) {
  const now = structuredClone(sent);
  change(now.visitCharged.charges);
  return now;
}

describe("refusals by the service", () => {
  it("shows at its cell while the refused text is there", () => {
    expect(refusedFindings(refused, sent, structuredClone(sent))).toMatchObject([
      { severity: "block", path: ["visitCharged", "charges", 1, "cpt"] },
    ]);
  });

  it("is over once its cell was corrected, despite reloads", () => {
    const now = withCharges(([, second]) => Object.assign(second ?? {}, { cpt: "87881" }));
    expect(refusedFindings(refused, sent, now)).toEqual([]);
  });

  it("goes with its row, and goes away with it", () => {
    const moved = withCharges((charges) => {
      charges.reverse();
      charges.unshift(...charges.splice(1, 1));
      Object.assign(charges[0] ?? {}, { quantity: 7 });
    });
    expect(refusedFindings(refused, sent, moved)).toMatchObject([
      { path: ["visitCharged", "charges", 0, "cpt"] },
    ]);
    const gone = withCharges((charges) => void charges.splice(1, 1));
    expect(refusedFindings(refused, sent, gone)).toEqual([]);
  });

  it("leaves wrong types to the contract", () => {
    const fields = [{ path, code: "SerializationException", message: "'cpt' must be text." }];
    expect(refusedFindings({ outcome: "refused", fields }, sent, structuredClone(sent))).toEqual([]);
  });

  it("says nothing of an attempt with another outcome", () => {
    expect(refusedFindings({ ...refused, outcome: "withheld" }, sent, sent)).toEqual([]);
  });
});

it("a fault's path starts at the form's root, faults unique", () => {
  const fault = { path: ["AutoChargedEvent", "visitCharged", "charges", 1, "cpt"], message: "must be given" };
  expect(applyIssues([fault, fault, { path: ["visitCharged"], message: "x" }], "autoChargedEvent")).toEqual([
    { path: ["visitCharged", "charges", 1, "cpt"], message: "must be given" },
    { path: ["visitCharged"], message: "x" },
  ]);
});
