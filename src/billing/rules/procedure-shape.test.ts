import { row, testRule } from "#room/testing/rule-cases.ts";

testRule("procedure-shape", [
  { set: { [`${row}.cpt`]: "9921" }, says: "block", at: `${row}.cpt` },
  {
    set: { [`${row}.cpt`]: "99 213" },
    says: "block",
    at: `${row}.cpt`,
    fixed: { [`${row}.cpt`]: "99213" },
  },
  // A diagnosis is not made a procedure by taking its dot away: nothing is offered.
  { set: { [`${row}.cpt`]: "S93.40" }, says: "block", at: `${row}.cpt` },
  { set: { [`${row}.cpt`]: "ABCDE" }, says: "warn", at: `${row}.cpt` },
  { set: { [`${row}.cpt`]: "j1100" }, says: "note", at: `${row}.cpt`, fixed: { [`${row}.cpt`]: "J1100" } },
  ...["99213", "0001F", "0042T", "0001U", "J1100"].map(
    (cpt) => ({ set: { [`${row}.cpt`]: cpt }, says: "" }) as const,
  ),
  { set: { [`${row}.cpt`]: "QA0.0109" }, says: "block", tells: "QA0.0109 is a diagnosis code, not" },
  { set: { [`${row}.cpt`]: " S93.40 " }, says: "block", tells: "S93.40 is a diagnosis code, not" },
  // What is left is no code either: nothing is offered.
  { set: { [`${row}.cpt`]: "992.133" }, says: "block", tells: "five letters or digits" },
  { set: { [`${row}.cpt`]: "99213 x" }, says: "block" },
  ...["x99213", "99213x", "99-213-4"].map(
    (cpt) => ({ set: { [`${row}.cpt`]: cpt }, says: "block" }) as const,
  ),
  { set: { [`${row}.cpt`]: "j1-100 " }, says: "block", fixed: { [`${row}.cpt`]: "J1100" } },
  // Written with a dot, and no diagnosis.
  { set: { [`${row}.cpt`]: "99.213" }, says: "block", fixed: { [`${row}.cpt`]: "99213" } },
  ...[null, " "].map((cpt) => ({ set: { [`${row}.cpt`]: cpt }, says: "" }) as const),
]);
