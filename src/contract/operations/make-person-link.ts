import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { requiredText } from "#room/contract/primitives/rule.ts";
import { personLink } from "#room/contract/schemas/person.ts";

/**
 * MakePersonLink, an extension: a one-time link, valid for a day, for setting a new password. It replaces any
 * earlier link. The old password works until the link is used. 404 `PersonNotFound`, 409 `PersonDisabled`.
 */
export const makePersonLink = defineExtension({
  name: "MakePersonLinkRequest",
  effect: "write",
  right: "people",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({ userName: requiredText(100) }),
  response: z.looseObject({ link: personLink }),
});
