import { expect, test } from "vitest";
import type { SendPlan } from "#room/workspace/attempts/outbox-entry.ts";
import { forecastOf, type ForecastFacts } from "./forecast.ts";

const facts = {
  blocking: 0,
  reason: "",
  hasDate: true,
  isChanged: false,
  isMarkOld: false,
  isClaimKnown: true,
  isSuperseded: false,
};

test.each<[SendPlan, Partial<ForecastFacts>, string]>([
  [{ kind: "send", expects: "charged" }, {}, "will be charged"],
  [{ kind: "send", expects: "charged" }, { hasDate: false }, "will be charged (without a date of service)"],
  [{ kind: "correct", expects: "charged" }, {}, "will be charged (as a corrected version)"],
  [{ kind: "send", expects: "withheld" }, { reason: "Papers missing" }, "will be withheld: Papers missing"],
  [
    { kind: "correct", expects: "withheld" },
    { reason: "Papers missing", isMarkOld: true },
    "will be withheld until you approve it: the rules engine said “Papers missing” before your changes (as a corrected version)",
  ],
  [{ kind: "repeat", expects: "withheld" }, {}, "will be withheld again"],
  [{ kind: "blocked", reason: "already-queued", message: "" }, {}, "in the outbox"],
  [{ kind: "blocked", reason: "charged", message: "" }, {}, "already charged"],
  [{ kind: "blocked", reason: "voided", message: "" }, {}, "void: nothing is billed"],
  [{ kind: "blocked", reason: "charged", message: "" }, { isSuperseded: true }, "corrected since"],
  [{ kind: "blocked", reason: "not-taken", message: "" }, {}, "can’t be sent: take this visit first"],
  [
    { kind: "blocked", reason: "not-taken", message: "" },
    { isClaimKnown: false },
    "can’t be sent until we know who has this visit",
  ],
  [{ kind: "repeat", expects: "answer" }, {}, "goes again as it was, to find out if it was charged"],
  [{ kind: "blocked", reason: "example", message: "" }, {}, "never sent: this is an example"],
  [
    { kind: "blocked", reason: "to-be-merged", message: "" },
    {},
    "can’t be sent: merge the newer version first",
  ],
  [
    { kind: "blocked", reason: "blocking-faults", message: "" },
    { blocking: 1 },
    "can’t be sent: 1 problem to fix",
  ],
  [
    { kind: "blocked", reason: "unexplained", message: "" },
    { blocking: 2 },
    "can’t be sent: 2 problems to fix",
  ],
])("%j has its forecast", (plan, changes, words) => {
  expect(forecastOf(plan, { ...facts, ...changes }).words).toBe(words);
});

test.each([
  ["blocking-faults", "If sent now"],
  ["visit-corrected", "Now"],
  ["corrected-elsewhere", "Now"],
  ["voided", "Invoice"],
] as const)("%s is told of under %s", (reason, name) => {
  expect(forecastOf({ kind: "blocked", reason, message: "" }, facts).name).toBe(name);
});
