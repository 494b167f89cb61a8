import { expect, test } from "vitest";
import { buildEvent } from "#room/testing/builders.ts";
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
    "1 visit was skipped: it is already here.",
  ]);
  expect((await visits.get(one.eventId))?.event.visitCharged?.charges).toHaveLength(1);
});
