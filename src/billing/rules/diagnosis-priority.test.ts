import { dx, testRule, two } from "#room/testing/rule-cases.ts";

testRule("diagnosis-priority", [
  {
    set: { [`${dx}[1].priority`]: 1 },
    says: "block",
    at: `${dx}[1].priority`,
    fixed: { [`${dx}[0].priority`]: 1, [`${dx}[1].priority`]: 2 },
  },
  {
    set: { [`${dx}[1].priority`]: 1.5 },
    says: "block",
    at: `${dx}[1].priority`,
    fixed: { [`${dx}[0].priority`]: 1, [`${dx}[1].priority`]: 2 },
  },
  ...[0, "x"].map(
    (priority) =>
      ({
        set: { [`${dx}[1].priority`]: priority },
        says: "block",
        tells: `Priority ${priority} isn’t a whole number from 1 up.`,
        fixed: { [`${dx}[1].priority`]: 2 },
      }) as const,
  ),
  {
    set: { [`${dx}[0].priority`]: null },
    says: "warn",
    at: `${dx}[1].priority`,
    tells: "Priority 1 is skipped.",
    fixed: { [`${dx}[0].priority`]: 1, [`${dx}[1].priority`]: 2 },
  },
  {
    set: { [`${dx}[1].priority`]: 3 },
    says: "warn",
    at: `${dx}[0].priority`,
    tells: "Priority 2 is skipped.",
    fixed: { [`${dx}[0].priority`]: 1, [`${dx}[1].priority`]: 2 },
  },
  {
    set: { [`${dx}[1].priority`]: null },
    says: "warn",
    tells: "This diagnosis has no priority.",
    at: `${dx}[1].priority`,
    fixed: { [`${dx}[0].priority`]: 1, [`${dx}[1].priority`]: 2 },
  },
  { set: { [dx]: two.map((row) => ({ ...row, priority: null })) }, says: "" },
]);
