import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { person } from "#room/contract/schemas/person.ts";

/** ListPeople, an extension: everyone who may sign in, by name. */
export const listPeople = defineExtension({
  name: "ListPeopleRequest",
  effect: "read",
  right: "people",
  discloses: "no-patient-data",
  freshMs: 0,
  request: z.looseObject({}),
  response: z.looseObject({
    people: z.array(person),
    /** When a backup was restored; present until ConfirmRestored. Who was disabled since the backup can sign in again. */
    restoredAt: optional(z.string()),
  }),
});
