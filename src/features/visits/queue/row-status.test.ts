import { describe, expect, test } from "vitest";
import type { VisitState, VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { overviewOf } from "./queue-overview.ts";
import { rowsHere } from "./queue-view.ts";
import { rowStatusOf } from "./row-status.ts";
import { attempt, noon, row } from "./test-row.ts";

describe("the queue's words for an event", () => {
  test.each<[VisitState, Partial<VisitSummary>, string]>([
    ["draft", {}, "Not sent yet"],
    ["draft", { blocking: 2, warnings: 1 }, "2 problems to fix, 1 warning"],
    [
      "draft",
      { blocking: 2, problem: "The procedure code is missing", problemAt: "Charge 2" },
      "Charge 2: The procedure code is missing, and 1 more",
    ],
    ["draft", { warnings: 1, problem: "More is paid than billed" }, "Warning: More is paid than billed"],
    ["draft", { reason: "Papers missing" }, "Papers missing"],
    ["withheld", { reason: "Papers missing" }, "Papers missing"],
    [
      "unknown",
      { attempts: [{ ...attempt, outcome: "unknown", durationMs: 30_000 }] },
      "No answer in 30 s: the invoice may exist",
    ],
    [
      "unknown",
      { attempts: [{ ...attempt, outcome: "unknown", message: "The connection was cut." }] },
      "The connection was cut: the invoice may exist",
    ],
    [
      "refused",
      {
        attempts: [
          {
            ...attempt,
            outcome: "refused",
            fields: [
              {
                path: ["AutoChargedEvent", "visitCharged", "charges", 1, "quantity"],
                code: "GreaterThan",
                message: "'quantity' must be above 0.",
              },
            ],
          },
        ],
      },
      "Charge 2 › Quantity must be above 0",
    ],
    [
      "refused",
      { attempts: [{ ...attempt, outcome: "refused", code: "VisitAlreadyInvoiced" }] },
      "Another submission has charged this visit",
    ],
    [
      "waiting",
      { queued: { state: "waiting", reason: "offline", since: noon, notBefore: 0, tries: 0 } },
      "The service can’t be reached: it will be sent as soon as it can be",
    ],
    ["charged", {}, "Invoice created"],
    ["charged", { changedSinceAttempt: true }, "Invoice created; changes made since can’t be sent"],
    ["draft", { hasIncoming: true }, "Changed here and in a newer version: merge the two"],
  ])("%s %j: %s", (state, changes, words) => {
    expect(rowStatusOf(row(1, state, changes)).words).toBe(words);
  });

  test("refusals of one kind are one reason, whatever their line", () => {
    const refusedAt = (line: number) =>
      row(line, "refused", {
        attempts: [
          {
            ...attempt,
            outcome: "refused",
            fields: [{ path: ["visitCharged", "charges", line, "quantity"], code: "", message: "x" }],
          },
        ],
      });
    expect(overviewOf(rowsHere([refusedAt(1), refusedAt(2)], () => undefined)).reasons).toMatchObject([
      { words: "Refused: Quantity", count: 2 },
    ]);
  });
});
