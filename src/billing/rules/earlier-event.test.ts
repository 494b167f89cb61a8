import { buildGuid } from "#room/testing/builders.ts";
import { testRule } from "#room/testing/rule-cases.ts";

testRule("earlier-event", [
  {
    set: {},
    facts: { earlierEvents: [{ eventId: buildGuid(1, 99), state: "charged" }] },
    says: "block",
    at: "visitCharged.visitId",
  },
  {
    set: {},
    facts: { earlierEvents: [{ eventId: buildGuid(1, 0), state: "charged" }] },
    says: "",
  },
  {
    set: {},
    facts: { earlierEvents: [{ eventId: buildGuid(1, 99), state: "copied", invoice: 15 }] },
    says: "warn",
    at: "visitCharged",
  },
]);
