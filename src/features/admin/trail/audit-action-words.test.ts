import { expect, it } from "vitest";
import { auditSubjectWords } from "./audit-action-words.ts";

const [event, visit, payer] = ["a", "b", "c"].map((digit) => digit.repeat(32));

it.each([
  [`visit:${visit}`, "Visit bbbb…bbbb"],
  [`event:${event}/visit:${visit}`, "Visit bbbb…bbbb"],
  [
    `event:${event}/visit:${visit}/invoice:8/replaces:7/changed:charges[0].cpt`,
    "Visit bbbb…bbbb, invoice 8, replaces 7, changed: charges[0].cpt",
  ],
  [`payer:${payer}, -payer:${visit}`, "Payer Harbor Mutual, -Payer bbbb…bbbb"],
  [`message:12 visit:${visit}`, "Message 12 Visit bbbb…bbbb"],
  ["day:2026-11-25..2026-11-26", "11/25/2026 – 11/26/2026"],
  ["report:aging day:2026-11-25", "Report: aging 11/25/2026"],
  [
    `day-sheet dateOf=service from=2026-11-01 to=2026-11-25 payerId=${payer}`,
    "Day sheet by date of service 11/01/2026 – 11/25/2026 Payer Harbor Mutual",
  ],
  ["visits states=charged from=2026-11-25 to=2026-11-25: 3 rows", "Visits states=charged 11/25/2026: 3 rows"],
  ["casey: password", "casey: password"],
  ["", ""],
])("%s is said as %s", (subject, words) => {
  expect(auditSubjectWords(subject, (_, id) => (id === payer ? "Harbor Mutual" : undefined))).toBe(words);
});
