import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, requiredText } from "#room/contract/primitives/rule.ts";
import { person, personWords } from "#room/contract/schemas/person.ts";

/**
 * ChangePerson, an extension: replaces the members that are given, all or nothing. Disabling a user ends all
 * their sessions and their link. 404 `PersonNotFound`; 409 `LastAdministrator`, `Yourself` (users cannot
 * disable themselves), `AddressTaken`, or `PersonChanged` when they are no longer as `seen`.
 */
export const changePerson = defineExtension({
  name: "ChangePersonRequest",
  effect: "write",
  right: "people",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({
    userName: requiredText(100),
    ...personWords,
    isDisabled: optional(z.boolean()),
    /** What the changes are based on. */
    seen: optional(z.looseObject(personWords)),
  }),
  response: z.looseObject({ person }),
});
