import { describe, expect, it, vi } from "vitest";
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
    const messages = findings.settled().map(({ finding }) => finding.message);
    expect(findings.marksOf(second)["modifier"]?.severity).toBe("block");
    expect(messages.toSorted()).toEqual(
      scrub(visit.event())
        .map(({ message }) => message)
        .toSorted(),
    );
    findings.stop();
  });

  it("show and clear faults once typing pauses", () => {
    vi.useFakeTimers();
    const { visit, findings } = opened(buildEvent({ charges: 3 }));
    const [first = "", rowId = ""] = visit.order().charges;
    const place = { list: "charges", rowId, member: "cpt" } as const;
    visit.type({ ...place, rowId: first }, "9", "CPT");
    vi.advanceTimersByTime(200);
    const ofFirst = findings.marksOf(first);
    let told = 0;
    findings.marks.subscribe(() => (told += 1));
    visit.type(place, "9", "CPT");
    visit.type(place, "99", "CPT");
    expect(told).toBe(0);
    vi.advanceTimersByTime(200);
    expect(told).toBe(1);
    expect(findings.marksOf(rowId)["cpt"]?.message).toContain("“99”");
    expect(findings.marksOf(first)).toBe(ofFirst);
    visit.type(place, "99213", "CPT");
    vi.advanceTimersByTime(200);
    expect(findings.marksOf(rowId)["cpt"]).toBeUndefined();
    vi.useRealTimers();
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
      "The quantity must be above 0.",
    ]);
    findings.stop();
  });

  it("show a different fix of the same fault", () => {
    const { visit, findings } = opened(buildEvent({ charges: 3 }));
    const [, rowId = ""] = visit.order().charges;
    const place = { list: "charges", rowId, member: "cpt" } as const;
    const label = () =>
      findings.settled().find(({ finding }) => finding.path.at(-1) === "cpt")?.finding.fix?.label;
    visit.type(place, "992 13", "CPT");
    expect(label()).toBe("Change to 99213");
    visit.type(place, "992 14", "CPT");
    expect(label()).toBe("Change to 99214");
    findings.stop();
  });

  it("give a fix the path in the event", () => {
    const { visit, findings } = opened(buildEvent({ charges: 3 }));
    const [, second = ""] = visit.order().charges;
    visit.type({ list: "charges", rowId: second, member: "modifier" }, "59 59", "Modifiers");
    const [first] = findings.settled();
    expect(first?.finding.fix?.edits[0]?.path).toEqual(["visitCharged", "charges", 1, "modifier"]);
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
    findings.settled();
    expect(findings.marksOf(first)["cpt"]).toBeUndefined();
    findings.stop();
  });
});
