import { describe, expect, test } from "vitest";
import type { SendPlan } from "#room/workspace/attempts/outbox-entry.ts";
import { describeDryRun } from "./dry-run-words.ts";
import { keysOf } from "#room/contract/keys-of.ts";
import { blocked } from "#room/workspace/attempts/blocked.ts";
import { dryRunOf, heldBy, isUnreviewed } from "./dry-run.ts";
import { blockWords } from "./plan-words.ts";
import { attempt, row } from "#room/features/visits/queue/test-row.ts";

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
  const rowOf = (id: string) => row(id.charCodeAt(0) - 96, "draft");
  const runOf = () => dryRunOf(Object.keys(plans), (id) => plans[id] ?? send, rowOf);

  test("says what will be sent, withheld or not, and why", () => {
    const run = runOf();
    expect(describeDryRun(run, "match")).toBe(
      "8 match: 4 will be sent (1 of them will be withheld, 1 again, to find out if charged, 1 as a corrected version), 2 are already charged, 1 must be merged with a newer version first, 1 has problems to fix.",
    );
    expect(run).toMatchObject({
      sendable: ["a", "b", "g", "h"],
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
  test("tells every reason, and adds up", () => {
    const reasons = keysOf(blockWords);
    const all = dryRunOf(
      reasons,
      (id) => blocked(reasons.find((reason) => reason === id) ?? "example"),
      rowOf,
    );
    expect(all.notSent.map(({ reason }) => reason)).toEqual(reasons);
    expect(describeDryRun(all, "are selected")).toContain("1 isn’t taken by you: open it and take it first");
  });
  test("leaves out problems always, and warnings unless ticked", () => {
    const checks = new Map([
      ["a", { hasProblems: false, warnings: ["The fee schedule says $92.40."] }],
      ["b", { hasProblems: true, warnings: [] }],
      ["c", { hasProblems: false, warnings: [] }],
    ]);
    const runWith = (ticked: readonly string[]) =>
      dryRunOf(["a", "b", "c"], () => send, rowOf, heldBy(checks, new Set(ticked)));
    expect(describeDryRun(runWith([]), "are selected")).toBe(
      "3 are selected: 1 will be sent, 1 has problems to fix, 1 has warnings to review.",
    );
    expect(runWith(["a", "b"]).sendable).toEqual(["a", "c"]);
  });
  test("takes events of an unknown visit for several visits", () => {
    const unknown = () => row(1, "draft", { visitId: "" });
    expect(dryRunOf(["a", "b"], () => send, unknown).sendable).toEqual(["a", "b"]);
    expect(
      dryRunOf(
        ["a", "b"],
        () => send,
        () => undefined,
      ).sendable,
    ).toEqual(["a", "b"]);
  });
  test("leaves none out for a newer that is blocked", () => {
    const createdAt: Record<string, number> = { a: 1, c: 3 };
    const of = (id: string) => row(1, "draft", { eventId: id, createdAt: createdAt[id] ?? 0 });
    const both = dryRunOf(["a", "c"], (id) => plans[id] ?? send, of);
    expect(both).toMatchObject({ sendable: ["a"], notSent: [{ reason: "charged", eventIds: ["c"] }] });
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

test("what changed since it was sent is reviewed again", () => {
  const sent = { attempts: [{ ...attempt, outcome: "withheld" }] } as const;
  expect(isUnreviewed(undefined)).toBe(false);
  expect(isUnreviewed(row(1, "draft"))).toBe(true);
  expect(isUnreviewed(row(1, "withheld", sent))).toBe(false);
  expect(isUnreviewed(row(1, "withheld", { ...sent, changedSinceAttempt: true }))).toBe(true);
});
