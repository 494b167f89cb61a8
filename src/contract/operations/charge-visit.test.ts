import { describe, expect, test } from "vitest";
import { faultsOf } from "#room/contract/find-issues.ts";
import { formatPath } from "#room/contract/issues.ts";
import { chargeVisit } from "./charge-visit.ts";

const id = (digit: string) => digit.repeat(32);
const usd = (amount: number) => ({ currency: "USD", amount });

function event() {
  return {
    AutoChargedEvent: {
      eventId: id("1"),
      visitCharged: {
        visitId: id("2"),
        practiceId: id("3"),
        charges: [{ cpt: "99213", quantity: 1, charge: usd(120.1) }],
      },
      audit: { canAutoCharge: true },
    },
  };
}

function failures(body: unknown): string[] {
  return faultsOf(chargeVisit.request, body).issues.map((issue) => `${issue.code} ${formatPath(issue.path)}`);
}

describe("refused", () => {
  test("an empty body names the event", () => {
    expect(failures({})).toEqual(["NotEmpty AutoChargedEvent"]);
  });

  test("all failures are listed, each with its path", () => {
    const body = {
      AutoChargedEvent: {
        eventId: "0".repeat(32),
        visitCharged: {
          visitId: "no guid",
          practiceId: id("3"),
          charges: [
            { cpt: " ", quantity: 0, charge: usd(1.005) },
            { cpt: "99213", quantity: "2", charge: { currency: "EUR", amount: 1 } },
          ],
        },
      },
    };
    expect(failures(body)).toEqual([
      "NotEmpty AutoChargedEvent.eventId",
      "RegularExpression AutoChargedEvent.visitCharged.visitId",
      "NotEmpty AutoChargedEvent.visitCharged.charges[0].cpt",
      "GreaterThan AutoChargedEvent.visitCharged.charges[0].quantity",
      "ScalePrecision AutoChargedEvent.visitCharged.charges[0].charge.amount",
      "SerializationException AutoChargedEvent.visitCharged.charges[1].quantity",
      "NotEmpty AutoChargedEvent.audit",
      "Equal AutoChargedEvent.visitCharged.charges[1].charge.currency",
    ]);
  });

  test("a visit without charges, and names in another case", () => {
    const body = event();
    expect(failures({ autoChargedEvent: body.AutoChargedEvent })).toEqual(["NotEmpty AutoChargedEvent"]);
    const bare = {
      ...body.AutoChargedEvent,
      visitCharged: { ...body.AutoChargedEvent.visitCharged, charges: [] },
    };
    expect(failures({ AutoChargedEvent: bare })).toEqual(["NotEmpty AutoChargedEvent.visitCharged.charges"]);
  });
});

test("null means absent, and unknown members stay", () => {
  const body = event();
  const odd = {
    ...body,
    note: "kept",
    AutoChargedEvent: { ...body.AutoChargedEvent, extra: { deep: [1, null] }, audit: { rulesLogs: null } },
  };
  expect(failures(odd)).toEqual([]);
  expect(chargeVisit.request.parse(odd)).toEqual(odd);
});
