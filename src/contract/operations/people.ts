import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, requiredText } from "#room/contract/primitives/rule.ts";
import { person, personLink, personWords } from "#room/contract/schemas/person.ts";
import { keyNumber } from "#room/contract/schemas/program-key.ts";

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

const onPerson = {
  effect: "write",
  right: "people",
  asksAgain: true,
  discloses: "no-patient-data",
} as const;

/**
 * AddPerson, an extension: a new user, without a password until their link is used. Role defaults to clerk.
 * 409 `UserNameTaken` or `AddressTaken`; 400 for an invalid user name or address.
 * In all operations on people, 403 `OutsideYourPractices` for a caller limited to practices: about who sees others, or would.
 */
export const addPerson = defineExtension({
  name: "AddPersonRequest",
  ...onPerson,
  request: z.looseObject({ userName: requiredText(100), ...personWords }),
  response: z.looseObject({ person, link: personLink }),
});

/**
 * ChangePerson, an extension: replaces the members that are given, all or nothing. Disabling a user ends all
 * their sessions and their link. 404 `PersonNotFound`; 409 `LastAdministrator`, `Yourself` (users cannot
 * disable themselves), `AddressTaken`, or `PersonChanged` when they are no longer as `seen`.
 */
export const changePerson = defineExtension({
  name: "ChangePersonRequest",
  ...onPerson,
  request: z.looseObject({
    userName: requiredText(100),
    ...personWords,
    isDisabled: optional(z.boolean()),
    /** What the changes are based on. */
    seen: optional(z.looseObject(personWords)),
  }),
  response: z.looseObject({ person }),
});

/** EndPersonSessions, an extension: signs a person out everywhere. 404 `PersonNotFound`. */
export const endPersonSessions = defineExtension({
  name: "EndPersonSessionsRequest",
  ...onPerson,
  request: z.looseObject({ userName: requiredText(100) }),
  response: z.looseObject({ ended: z.number() }),
});

/**
 * MakePersonLink, an extension: a one-time link, valid for a day, for setting a new password. It replaces any
 * earlier link. The old password works until the link is used. 404 `PersonNotFound`, 409 `PersonDisabled`.
 */
export const makePersonLink = defineExtension({
  name: "MakePersonLinkRequest",
  ...onPerson,
  request: z.looseObject({ userName: requiredText(100) }),
  response: z.looseObject({ link: personLink }),
});

/**
 * ConfirmRestored, an extension: an administrator's word after a backup was restored. With a key: it works again.
 * Without: the people have been looked through. Confirming again changes nothing.
 */
export const confirmRestored = defineExtension({
  name: "ConfirmRestoredRequest",
  effect: "write",
  right: "keys",
  asksAgain: true,
  discloses: "no-patient-data",
  request: z.looseObject({ keyId: optional(keyNumber) }),
  alsoNeeds: ({ keyId }) => (keyId ? undefined : "clinic"),
  response: z.looseObject({}),
});
