import { describe, expect, it } from "vitest";
import { balanceOf } from "#room/billing/balance.ts";
import { openDraft } from "#room/features/visits/editor/draft/test-draft.ts";
import { insertRow, removeRows } from "#room/features/visits/editor/draft/row-actions.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { LiveBalance } from "./live-balance.ts";

describe("LiveBalance", () => {
  it("always equals a full recount of the visit", () => {
    const visit = openDraft(buildEvent({ charges: 5, payments: 2 }));
    const balance = new LiveBalance(visit);
    visit.subscribe((change) => balance.take(change));
    const [first = "", second = ""] = visit.order().charges;
    const expectEqual = () => {
      const whole = balanceOf(visit.event().visitCharged);
      const { totals, gaps, currency } = balance.view.get();
      expect({ ...totals, currency, gaps: [...gaps.values()] }).toMatchObject({
        charges: whole.charges,
        paid: whole.paid,
        billed: whole.billed,
        payments: whole.payments,
        unreadable: whole.unreadable,
        currency: whole.currency,
        gaps: whole.gaps.map(({ gap }) => gap),
      });
    };
    expectEqual();
    visit.type({ list: "charges", rowId: first, member: "charge.amount" }, "99.99", "Charge");
    expectEqual();
    visit.type({ list: "charges", rowId: second, member: "paid.amount" }, "x", "Paid");
    expectEqual();
    visit.step("Billable", () => visit.set({ list: "charges", rowId: second, member: "billable" }, "false"));
    expectEqual();
    const added = insertRow(visit, "payments");
    visit.type({ list: "payments", rowId: added, member: "amount.amount" }, "0.30", "Amount");
    expectEqual();
    removeRows(visit, "charges", [first]);
    expectEqual();
    while (visit.undo() !== undefined) expectEqual();
  });
});
