import { expect, expectTypeOf, test } from "vitest";
import { operationKeys, registry } from "#room/contract/registry.ts";
import type { AuditOf } from "#room/server/define-handler.ts";
import { handlers } from "#room/server/handlers.ts";

test("reading patient data without an audit row does not compile", () => {
  type NoteOf<T> = T extends { note(...given: never[]): infer Row } ? Row : never;
  expectTypeOf<"none">().not.toExtend<AuditOf<"getMessage">>();
  expectTypeOf<"by-handler">().not.toExtend<AuditOf<"getVisitInvoice">>();
  expectTypeOf<undefined>().not.toExtend<NoteOf<AuditOf<"listMessageSummaries">>>();
  expectTypeOf<"none">().toExtend<AuditOf<"searchDiagnoses">>();
  for (const key of operationKeys) {
    const { effect, discloses } = registry[key];
    if (effect === "read" && discloses === "patient-data")
      expect(handlers[key].audit, key).toMatchObject({ note: expect.any(Function) });
  }
});
