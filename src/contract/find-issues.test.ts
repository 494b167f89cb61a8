import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { operationKeys, registry } from "#room/contract/registry.ts";
import { changedSample } from "#room/testing/changed-sample.ts";
import { faultsOf, maxIssues } from "./find-issues.ts";
import { formatPath } from "./issues.ts";

describe.each(operationKeys)("the faults of %s", (key) => {
  it("are those that zod itself finds, in its order", () => {
    fc.assert(
      fc.property(changedSample(key), (body) => {
        const parsed = registry[key].request.safeParse(body);
        const { issues, total } = faultsOf(registry[key].request, body);
        const theirs = parsed.error?.issues ?? [];
        expect(total).toBe(theirs.length);
        expect(issues.map(({ path }) => formatPath(path))).toEqual(
          theirs.map(({ path }) =>
            formatPath(path.map((part) => (typeof part === "number" ? part : String(part)))),
          ),
        );
      }),
      { numRuns: 300 },
    );
  });
});

it("are listed to the hundredth and counted to the last", () => {
  const to = Array<number>(125_000).fill(1);
  const { issues, total } = faultsOf(registry.sendMessage.request, { email: { to, cc: to } });
  expect([issues.length, total]).toEqual([maxIssues, 250_000]);
  expect(issues[99]).toEqual({
    path: ["email", "to", 99],
    code: "SerializationException",
    message: "'to' must be text.",
  });
});

it("name the words that a member takes", () => {
  const { issues } = faultsOf(registry.listVisits.request, { states: ["open"] });
  expect(issues).toEqual([
    {
      path: ["states", 0],
      code: "Predicate",
      message: "'states' must be one of: withheld, refused, charged, voided, closed.",
    },
  ]);
});

it("tell a null in a list as a wrong kind", () => {
  const { issues } = faultsOf(registry.sendMessage.request, {
    email: { to: ["a@b.example", null], cc: null },
  });
  expect(issues).toEqual([
    { path: ["email", "to", 1], code: "SerializationException", message: "'to' must be text." },
  ]);
});
