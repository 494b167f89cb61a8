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
    facts: { earlierEvents: [{ eventId: buildGuid(1, 99), state: "unknown" }] },
    says: "block",
    tells: "the visit could be billed twice",
  },
  // The one that waits may never leave.
  {
    set: {},
    facts: { earlierEvents: [{ eventId: buildGuid(1, 99), state: "waiting" }] },
    says: "warn",
    tells: "waiting to be sent",
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
    tells: "charged as Invoice 15.",
  },
  {
    set: {},
    facts: { earlierEvents: [{ eventId: buildGuid(1, 99), state: "copied" }] },
    says: "warn",
    tells: "a visit that is already charged.",
  },
]);
