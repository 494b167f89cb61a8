import { expect, expectTypeOf, test } from "vitest";
import { operationKeys, registry } from "#room/contract/registry.ts";
import { operationTrails, type TrailOf } from "./operation-trails.ts";

test("reading patient data without a trail does not compile", () => {
  type NoteOf<T> = T extends { note(...given: never[]): infer Row } ? Row : never;
  expectTypeOf<"none">().not.toExtend<TrailOf<"getMessage">>();
  expectTypeOf<"by-handler">().not.toExtend<TrailOf<"getVisitInvoice">>();
  expectTypeOf<undefined>().not.toExtend<NoteOf<TrailOf<"listMessageSummaries">>>();
  expectTypeOf<"none">().toExtend<TrailOf<"searchDiagnoses">>();
  for (const key of operationKeys) {
    const { effect, discloses } = registry[key];
    if (effect === "read" && discloses === "patient-data")
      expect(operationTrails[key], key).toMatchObject({ note: expect.any(Function) });
  }
});
