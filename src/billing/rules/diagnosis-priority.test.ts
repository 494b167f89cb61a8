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
  {
    set: { [`${dx}[1].priority`]: 3 },
    says: "warn",
    at: `${dx}[0].priority`,
    fixed: { [`${dx}[0].priority`]: 1, [`${dx}[1].priority`]: 2 },
  },
  {
    set: { [`${dx}[1].priority`]: null },
    says: "warn",
    at: `${dx}[1].priority`,
    fixed: { [`${dx}[0].priority`]: 1, [`${dx}[1].priority`]: 2 },
  },
  { set: { [dx]: two.map((row) => ({ ...row, priority: null })) }, says: "" },
]);
