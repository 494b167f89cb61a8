import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { person } from "#room/contract/schemas/person.ts";

/** ListPeople, an extension: everyone who may sign in, by name. */
export const listPeople = defineExtension({
  name: "ListPeopleRequest",
  effect: "read",
  session: "header",
  right: "people",
  discloses: "no-patient-data",
  freshMs: 0,
  timeLimitMs: 20_000,
  request: z.looseObject({}),
  response: z.looseObject({ people: z.array(person) }),
});
