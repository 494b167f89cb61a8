import { describe, expect, test } from "vitest";
import type { SendPlan } from "#room/workspace/attempts/outbox-entry.ts";
import { describeDryRun } from "./dry-run-words.ts";
import { dryRunOf } from "./dry-run.ts";
import { row } from "#room/features/visits/queue/test-row.ts";

describe("a dry run", () => {
  const send: SendPlan = { kind: "send", expects: "charged" };
  const plans: Record<string, SendPlan> = {
    a: send,
    b: { kind: "correct", expects: "charged" },
    c: { kind: "blocked", reason: "charged", message: "" },
    d: { kind: "blocked", reason: "blocking-faults", message: "" },
    e: { kind: "blocked", reason: "charged", message: "" },
    f: { kind: "blocked", reason: "to-be-merged", message: "" },
    g: { kind: "repeat", expects: "withheld" },
    h: { kind: "repeat", expects: "answer" },
  };
  const rowOf = (id: string) => row(id.charCodeAt(0) - 96, "draft", { warnings: id === "b" ? 1 : 0 });
  const run = dryRunOf(Object.keys(plans), (id) => plans[id] ?? send, rowOf);

  test("says what will be sent, withheld or not, and why", () => {
    expect(describeDryRun(run, "match")).toBe(
      "8 match: 4 will be sent (1 of them will be withheld, 1 again, to find out if charged, 1 as a corrected version), 2 are already charged, 1 must be merged with a newer import first, 1 has problems to fix.",
    );
    expect(run).toMatchObject({
      sendable: ["a", "b", "g", "h"],
      warned: 1,
      withheld: 1,
      repeated: 1,
      corrected: 1,
    });
  });
  test("speaks of one as of one", () => {
    expect(
      describeDryRun(
        dryRunOf(["a"], () => send, rowOf),
        "are selected",
      ),
    ).toBe("1 is selected: 1 will be sent.");
  });
  test("sends only the newest of several events of one visit", () => {
    const events = { a: 10, b: 30, c: 20 };
    const rows = new Map(
      Object.entries(events).map(([id, createdAt]) => [id, row(1, "draft", { eventId: id, createdAt })]),
    );
    const both = dryRunOf(
      [...rows.keys()],
      () => send,
      (id) => rows.get(id),
    );
    expect(both.sendable).toEqual(["b"]);
    expect(describeDryRun(both, "are selected")).toBe(
      "3 are selected: 1 will be sent, 2 charge the same visit as another of these.",
    );
  });
});
