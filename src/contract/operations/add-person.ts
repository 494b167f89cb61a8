import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredText } from "#room/contract/primitives/rule.ts";
import { person, personLink, personWords } from "#room/contract/schemas/person.ts";

/**
 * AddPerson, an extension: a new user, without a password until their link is used. Role defaults to clerk.
 * 409 `UserNameTaken` or `AddressTaken`; 400 for an invalid user name or address.
 */
export const addPerson = defineExtension({
  name: "AddPersonRequest",
  effect: "write",
  right: "people",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({ userName: requiredText(100), ...personWords }),
  response: z.looseObject({ person, link: personLink }),
});
