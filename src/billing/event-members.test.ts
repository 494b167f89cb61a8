import { expect, test } from "vitest";
import { isSameContent } from "#room/contract/same-content.ts";
import { autoChargedEvent } from "#room/contract/schemas/auto-charged-event.ts";
import { buildCharge, buildDiagnosis, buildEvent } from "#room/testing/builders.ts";
import { allMembers, guidNamesOf } from "./members-of-kind.ts";
import { fieldName } from "./field-names.ts";

test("a member has one label in all tables", () => {
  for (const members of allMembers)
    for (const [name, { label }] of Object.entries(members)) expect(fieldName(name)).toBe(label);
});

test("the table's GUIDs are the ones compared as GUIDs", () => {
  const [lower, upper] = ["abcdef01".repeat(4), "ABCDEF01".repeat(4)];
  for (const members of allMembers)
    for (const [name, { kind }] of Object.entries(members))
      expect([name, isSameContent({ [name]: lower }, { [name]: upper })]).toEqual([name, kind === "guid"]);
});

test("the table's GUIDs are the ones the service checks", () => {
  const wrong = "no GUID";
  const guids = Object.fromEntries(
    allMembers.flatMap((members) => guidNamesOf(members).map((name) => [name, wrong])),
  );
  const diagnosis = { ...buildDiagnosis(0), ...guids };
  const event = buildEvent();
  const result = autoChargedEvent.safeParse({
    ...event,
    ...guids,
    visitCharged: {
      ...event.visitCharged,
      ...guids,
      charges: [{ ...buildCharge(0, []), ...guids }],
      diagnosis: [diagnosis],
      payments: [guids],
    },
    audit: { ...event.audit, rulesLogs: [guids] },
  });
  const refused = new Set(result.error?.issues.map(({ path }) => path.at(-1)));
  expect([...refused].map(String).toSorted()).toEqual(Object.keys(guids).toSorted());
});
