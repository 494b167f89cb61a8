import { describe, expect, it } from "vitest";
import { ClinicDays } from "#room/billing/clinic-days.ts";
import {
  applyEvent,
  closedForLaterEvent,
  CountChanges,
  free,
  visitAfterCorrection,
  type VisitEvent,
  withNames,
} from "./apply-event.ts";
import type { VisitFacts } from "./extract-facts.ts";

const facts: VisitFacts = {
  currency: "USD",
  amount_minor: 12_500,
  line_count: 2,
  service_date: "2026-11-02",
  payers: "payer",
  providers: "provider",
  rules: '["Units are given"]',
};

function eventOf(outcome: VisitEvent["outcome"], more: Partial<VisitEvent> = {}): VisitEvent {
  return {
    eventId: "event",
    visitId: "visit",
    practiceId: "north",
    outcome,
    reason: outcome === "charged" ? "" : "Papers Missing",
    facts,
    receivedAt: 1000,
    invoiceNumber: outcome === "charged" ? 7 : undefined,
    ...more,
  };
}

/** Made anew in each test, so that a fault in it is noticed. */
const waiting = () => applyEvent(undefined, eventOf("withheld"), 1);
const taken = { taken_by: "casey", taken_at: 5, taken_until: 9000, snoozed_until: 8000 };

describe("a visit after its first event", () => {
  it("needs nobody when charged at once", () => {
    expect(applyEvent(undefined, eventOf("charged"), 3)).toEqual({
      visit_id: "visit",
      event_id: "event",
      practice_id: "north",
      state: "charged",
      is_open: 0,
      was_open: 0,
      reason: "",
      reason_key: "",
      ...facts,
      ...free,
      held_reasons: "",
      held_rules: "",
      received_at: 1e3,
      first_received_at: 1e3,
      note_count: 0,
      event_count: 1,
      invoice_number: 7,
      corrections: 0,
      change_number: 3,
    });
  });

  it("waits with its reason and rules when withheld", () => {
    expect(waiting()).toMatchObject({
      state: "withheld",
      is_open: 1,
      was_open: 1,
      invoice_number: null,
      event_count: 1,
      reason: "Papers Missing",
      reason_key: "papers missing",
      held_reasons: '["Papers Missing"]',
      held_rules: facts.rules,
    });
    const reason = "R".repeat(120);
    expect(applyEvent(undefined, eventOf("withheld", { reason }), 1).reason_key).toBe("r".repeat(100));
  });
});

describe("a visit after a later event", () => {
  const before = () => ({ ...waiting(), ...taken });
  const later = { eventId: "later", practiceId: "south", receivedAt: 2000 };

  it("is let go once charged, and was open", () => {
    const after = applyEvent(before(), eventOf("charged", later), 2);
    const counted = { event_count: 2, change_number: 2, first_received_at: 1000, received_at: 2000 };
    expect(after).toMatchObject({ state: "charged", is_open: 0, was_open: 1, ...free, ...counted });
    expect(after).toMatchObject({ event_id: "later", practice_id: "south", invoice_number: 7, reason: "" });
    expect(after.held_reasons).toBe('["Papers Missing"]');
  });

  it("stays with its holder when withheld, without a snooze", () => {
    const other = { ...later, reason: "No card", facts: { ...facts, rules: "" } };
    const after = applyEvent(before(), eventOf("withheld", other), 2);
    expect(after).toMatchObject({ ...taken, snoozed_until: 0, practice_id: "south", rules: "" });
    expect([after.held_reasons, after.held_rules]).toEqual(['["Papers Missing","No card"]', facts.rules]);
  });

  it("keeps practice and facts when one is refused unread", () => {
    const unread = { ...facts, currency: "", amount_minor: 0, line_count: 0 };
    const after = applyEvent(before(), eventOf("refused", { ...later, facts: unread }), 2);
    expect(after).toMatchObject({ ...facts, state: "refused", practice_id: "north", event_id: "later" });
    const read = { ...facts, amount_minor: 99 };
    expect(applyEvent(before(), eventOf("refused", { ...later, facts: read }), 2).amount_minor).toBe(99);
    const none = { ...eventOf("withheld", { ...later, facts: unread }) };
    expect(applyEvent(before(), none, 2)).toMatchObject(unread);
    const unnamed = { ...before(), practice_id: "" };
    expect(applyEvent(unnamed, eventOf("refused", later), 2).practice_id).toBe("south");
  });

  it("is reopened when closed by hand", () => {
    const closed = { ...waiting(), state: "closed", is_open: 0 } as const;
    expect(applyEvent(closed, eventOf("withheld", later), 2)).toMatchObject({
      state: "withheld",
      is_open: 1,
    });
  });

  it("stays charged, whatever is refused later", () => {
    const charged = applyEvent(undefined, eventOf("charged"), 1);
    for (const outcome of ["refused", "withheld"] as const)
      expect(applyEvent(charged, eventOf(outcome, later), 2)).toEqual({
        ...charged,
        event_count: 2,
        change_number: 2,
      });
  });
});

it("counts a correction and takes its day and practice", () => {
  const charged = applyEvent(undefined, eventOf("charged"), 1);
  const event = eventOf("charged", {
    eventId: "new",
    practiceId: "south",
    receivedAt: 2000,
    invoiceNumber: 8,
  });
  expect(visitAfterCorrection(charged, event, 2)).toEqual({
    ...charged,
    event_id: "new",
    practice_id: "south",
    received_at: 2e3,
    invoice_number: 8,
    event_count: 2,
    corrections: 1,
    change_number: 2,
  });
});

it("keeps 50 names, each once, none empty", () => {
  expect([withNames(null, []), withNames("", [""]), withNames('["a"]', ["a", "b"])]).toEqual([
    "",
    "",
    '["a","b"]',
  ]);
  const many = Array.from({ length: 60 }, (_, n) => `reason ${n}`);
  expect(JSON.parse(withNames("", many))).toEqual(many.slice(0, 50));
});

it("counts visits by state, events by day, and nothing twice", () => {
  const days = new ClinicDays("UTC");
  const counts = new CountChanges(days);
  const withheld = waiting();
  const charged = applyEvent(withheld, eventOf("charged", { practiceId: "south" }), 2);
  counts.visit(withheld, charged);
  counts.visit(undefined, { ...charged, amount_minor: 100 });
  counts.event({ practiceId: "north", receivedAt: 86_400_000, outcome: "corrected" });
  const ofState = { practice_id: "south", currency: "USD" };
  expect(counts.rows).toEqual([
    { name: "state:withheld", practice_id: "north", currency: "USD", visits: -1, sum_minor: -12_500 },
    { name: "state:charged", ...ofState, visits: 2, sum_minor: 12_600 },
    { name: "day:1:corrected", practice_id: "north", currency: "", visits: 1, sum_minor: 0 },
  ]);
  const same = new CountChanges(days);
  same.visit(withheld, { ...withheld, note_count: 1 });
  expect(same.rows).toEqual([]);
  // As many visits, another sum; and the other way round.
  same.visit(withheld, { ...withheld, amount_minor: 12_600 });
  expect(same.rows).toMatchObject([{ visits: 0, sum_minor: 100 }]);
  const free = new CountChanges(days);
  free.visit(undefined, { ...withheld, amount_minor: 0 });
  expect(free.rows).toMatchObject([{ visits: 1, sum_minor: 0 }]);
});

it("closes an event without its visit, once that is known", () => {
  const orphan = { ...applyEvent(undefined, eventOf("refused", { visitId: "event" }), 1), ...taken };
  const closed = closedForLaterEvent(orphan, "visit", 2);
  const reason = "Sent again, for visit visit";
  expect(closed).toEqual({
    ...orphan,
    ...free,
    state: "closed",
    is_open: 0,
    reason,
    change_number: 2,
    reason_key: reason.toLowerCase(),
  });
  expect(closedForLaterEvent({ ...orphan, state: "closed" }, "visit", 2)).toBeUndefined();
  expect(closedForLaterEvent({ ...orphan, event_id: "other" }, "visit", 2)).toBeUndefined();
});
