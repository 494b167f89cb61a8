import { expect, test } from "vitest";
import { summariseEvent } from "#room/billing/summarise-event.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { desk } from "#room/workspace/test-workspace.ts";
import { Importer } from "./import-job.ts";
import { importDetails, importTitle } from "./import-words.ts";

test("a visit that a file has twice counts once", async () => {
  const { visits } = await desk().enter();
  const one = buildEvent({ seed: 1 });
  const last = buildEvent({ seed: 1, charges: 1 });
  const text = [one, buildEvent({ seed: 2 }), one, last].map((each) => JSON.stringify(each)).join("\n");
  const importer = new Importer(visits);
  await importer.start([{ name: "f.ndjson", blob: new Blob([text]) }]);
  const state = importer.get();
  expect(state && importTitle(state)).toBe("2 visits imported from f.ndjson");
  expect(state && importDetails(state)).toEqual([
    "1 entry came again with changes: the last one was taken.",
    "1 entry came again unchanged: it was taken once.",
  ]);
  expect((await visits.get(one.eventId))?.event.visitCharged?.charges).toHaveLength(1);
});

test("an entry only the rules refuse is a problem, too", async () => {
  const { visits } = await desk().enter({ summariser: async () => summariseEvent });
  const importer = new Importer(visits);
  const noDiagnosis = { visit: { diagnosis: [] } };
  const events = [
    buildEvent({ seed: 1, ...noDiagnosis }),
    buildEvent({ seed: 2, ...noDiagnosis }),
    { ...buildEvent({ seed: 3 }), visitCharged: { ...buildEvent({ seed: 3 }).visitCharged, charges: [] } },
    buildEvent({ seed: 1 }),
  ];
  const text = events.map((each) => JSON.stringify(each)).join("\n");
  await importer.start([{ name: "f.ndjson", blob: new Blob([text]) }]);
  const state = importer.get();
  expect(state && importDetails(state)).toEqual([
    "2 visits have problems to fix before they can be sent.",
    "1 entry came again with changes: the last one was taken.",
  ]);
});

test("two entries with one visit ID count as one visit", async () => {
  const { visits } = await desk().enter({ summariser: async () => summariseEvent });
  const importer = new Importer(visits);
  const of = (seed: number) => buildEvent({ seed, visit: { visitId: buildGuid(2, seed === 2 ? 1 : seed) } });
  const read = async (...seeds: number[]) => {
    const text = seeds.map((seed) => JSON.stringify(of(seed))).join("\n");
    await importer.start([{ name: "f.ndjson", blob: new Blob([text]) }]);
    const state = importer.get();
    return state && [importTitle(state), ...importDetails(state)];
  };
  const shared =
    "1 more entry has the visit ID of another: the list has one row for both, “On this device” one for each.";
  expect(await read(1, 2, 3)).toEqual(["2 visits imported from f.ndjson", shared]);
  expect(await read(3)).toEqual(["Nothing new in f.ndjson", "1 visit was skipped: it is already here."]);
  expect(await read(1, 2, 3), "as many visits as were imported").toEqual([
    "Nothing new in f.ndjson",
    shared,
    "2 visits were skipped: they are already here.",
  ]);
});
