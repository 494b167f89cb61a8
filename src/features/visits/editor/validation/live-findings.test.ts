import { describe, expect, it } from "vitest";
import { scrub } from "#room/billing/scrub.ts";
import { openDraft } from "#room/features/visits/editor/draft/test-draft.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { LiveFindings } from "./live-findings.ts";

function opened(event: unknown) {
  const visit = openDraft(event);
  const findings = new LiveFindings(visit, {});
  visit.subscribe((change) => findings.take(change));
  return { visit, findings };
}

describe("LiveFindings", () => {
  it("say of the edited row what whole-event rules say", () => {
    const { visit, findings } = opened(buildEvent({ charges: 3 }));
    const [, second = ""] = visit.order().charges;
    visit.type({ list: "charges", rowId: second, member: "modifier" }, "59 59", "Modifiers");
    expect(findings.marksOf(second)["modifier"]?.severity).toBe("block");
    const messages = findings.settled().map(({ finding }) => finding.message);
    expect(messages.toSorted()).toEqual(
      scrub(visit.event())
        .map(({ message }) => message)
        .toSorted(),
    );
    findings.stop();
  });

  it("show and clear faults immediately, reword when typing pauses", () => {
    const { visit, findings } = opened(buildEvent({ charges: 3 }));
    const [, rowId = ""] = visit.order().charges;
    const place = { list: "charges", rowId, member: "cpt" } as const;
    let told = 0;
    findings.marks.subscribe(() => (told += 1));
    visit.type(place, "9", "CPT");
    expect(findings.marksOf(rowId)["cpt"]?.message).toContain("“9”");
    visit.type(place, "99", "CPT");
    expect(told).toBe(1);
    expect(findings.settled().map(({ finding }) => finding.message)).toContainEqual(
      expect.stringContaining("“99”"),
    );
    expect(findings.marksOf(rowId)["cpt"]?.message).toContain("“99”");
    visit.type(place, "99213", "CPT");
    expect(findings.marksOf(rowId)["cpt"]).toBeUndefined();
    findings.stop();
  });

  it("say once what a rule and the service found", () => {
    const { visit, findings } = opened(buildEvent({ charges: 2 }));
    const [rowId = ""] = visit.order().charges;
    const quantity = { list: "charges", rowId, member: "quantity" } as const;
    visit.type(quantity, "0", "Qty");
    const path = ["visitCharged", "charges", 0, "quantity"];
    findings.setRefused([
      { ruleId: "refused", severity: "block", path, message: "Quantity must be above 0", source: "" },
    ]);
    expect(findings.settled().map(({ finding }) => finding.message)).toEqual([
      "The quantity must be more than 0.",
    ]);
    findings.stop();
  });

  it("show a different fix of the same fault immediately", () => {
    const { visit, findings } = opened(buildEvent({ charges: 3 }));
    const [, rowId = ""] = visit.order().charges;
    const place = { list: "charges", rowId, member: "cpt" } as const;
    const label = () =>
      findings.list.get().find(({ finding }) => finding.path[0] === "cpt")?.finding.fix?.label;
    visit.type(place, "992 13", "CPT");
    expect(label()).toBe("Change to 99213");
    visit.type(place, "992 14", "CPT");
    expect(label()).toBe("Change to 99214");
    findings.stop();
  });

  it("give a fix its row's path, after full checks too", () => {
    const { visit, findings } = opened(buildEvent({ charges: 3 }));
    const [, second = ""] = visit.order().charges;
    visit.type({ list: "charges", rowId: second, member: "modifier" }, "59 59", "Modifiers");
    findings.checkAll();
    findings.checkAll();
    const [first] = findings.list.get();
    if (!first) throw new Error("a modifier stands twice");
    expect(findings.absolute(first).fix?.edits[0]?.path).toEqual(["visitCharged", "charges", 1, "modifier"]);
    findings.stop();
  });

  it("asks about a refusal naming no field, not forever", () => {
    const { findings } = opened(buildEvent());
    const refused = (path: readonly (string | number)[]) => ({
      ruleId: "service",
      severity: "block" as const,
      path,
      message: "must be given",
      source: "The service refused it",
    });
    findings.setRefused([
      refused(["visitCharged", "visitId"]),
      refused(["visitCharged", "charges", 0, "charge", "amount"]),
      refused(["visitCharged", "clinicCode"]),
      refused(["visitCharged", "charges", 0]),
      refused(["visitCharged", "charges", 0, "unitPrice"]),
      refused([]),
    ]);
    const said = findings.settled().filter(({ finding }) => finding.ruleId === "service");
    expect(said.map(({ finding }) => finding.severity).toSorted()).toEqual([
      "block",
      "block",
      "warn",
      "warn",
      "warn",
      "warn",
    ]);
    findings.stop();
  });

  it("names contract refusals without a rule at their field", () => {
    const { visit, findings } = opened(buildEvent());
    visit.type({ path: "visitCharged.createdUserNumber" }, "seven", "User number");
    const [found] = findings.settled();
    expect(found?.place).toEqual({ path: "visitCharged.createdUserNumber" });
    expect(found?.finding).toMatchObject({ severity: "block", message: "User number must be a number." });
    findings.stop();
  });

  it("lets the service's refusal stand until its field changes", () => {
    const { visit, findings } = opened(buildEvent());
    const [first = ""] = visit.order().charges;
    const path = ["visitCharged", "charges", 0, "cpt"];
    findings.setRefused([
      { ruleId: "service", severity: "block", path, message: "Unknown here.", source: "The service" },
    ]);
    expect(findings.marksOf(first)["cpt"]?.message).toBe("Unknown here.");
    visit.type({ list: "charges", rowId: first, member: "cpt" }, "99214", "CPT");
    expect(findings.marksOf(first)["cpt"]).toBeUndefined();
    findings.stop();
  });
});
