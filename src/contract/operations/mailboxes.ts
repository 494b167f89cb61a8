import * as z from "zod/mini";
import { optional, rule, text } from "#room/contract/primitives/rule.ts";
import { defineExtension } from "#room/contract/operation.ts";

/**
 * DirectAddresses, an extension: the signed-in user's own Direct addresses, of which mail is sent from the first, and
 * whom else at the clinic one can write to.
 */
export const listDirectAddresses = defineExtension({
  name: "DirectAddressesRequest",
  effect: "read",
  right: "messages",
  discloses: "no-patient-data",
  freshMs: 600_000,
  request: z.looseObject({}),
  response: z.looseObject({
    addresses: z.array(z.string()),
    /** Everybody's and shared ones; the name only where one is known. Absent: the service does not tell. */
    clinic: optional(z.array(z.looseObject({ address: z.string(), name: optional(z.string()) }))),
    /** Whether senders here see when the caller opened their messages. Absent: the service does not tell anybody. */
    tellsOpened: optional(z.boolean()),
  }),
});

/** As many as a message may have recipients. */
export const maxMailboxes = 1000;

/**
 * MailboxesCheck, an extension: which of these addresses nobody at this service has, and which nobody reads. Asked when
 * one is typed.
 */
export const checkMailboxes = defineExtension({
  name: "MailboxesCheckRequest",
  effect: "read",
  right: "messages",
  discloses: "no-patient-data",
  freshMs: 60_000,
  timeLimitMs: 10_000,
  request: z.looseObject({
    addresses: z.array(text(320)).check(
      rule((list) => list.length <= maxMailboxes, {
        code: "Length",
        message: `must have at most ${maxMailboxes} addresses`,
      }),
    ),
  }),
  response: z.looseObject({
    missing: z.array(z.string()),
    /** Whoever has it no longer has access, or reads no messages. Absent: the service does not tell. */
    unread: optional(z.array(z.string())),
  }),
});

/** SaveMailbox, an extension: whether senders of this service see when the caller first opened their messages. */
export const saveMailbox = defineExtension({
  name: "SaveMailboxRequest",
  effect: "write",
  right: "messages",
  discloses: "no-patient-data",
  request: z.looseObject({ tellsOpened: z.boolean() }),
  response: z.looseObject({ tellsOpened: z.boolean() }),
});

/** SharedMailboxes, an extension: the addresses that several people share, and who does. */
export const listSharedMailboxes = defineExtension({
  name: "SharedMailboxesRequest",
  effect: "read",
  right: "people",
  discloses: "no-patient-data",
  freshMs: 0,
  request: z.looseObject({}),
  response: z.looseObject({
    mailboxes: z.array(z.looseObject({ address: z.string(), userNames: z.array(z.string()) })),
  }),
});

/** The most people of one shared address. */
export const mostSharers = 100;

/**
 * SaveSharedMailbox, an extension: who shares a Direct address from now on; nobody: it is given up. Who is new also gets
 * the letters that came to it before, who leaves keeps those that came. 409 `AddressTaken` for a person's own address,
 * `SharersChanged` when others share it than `seen`.
 */
export const saveSharedMailbox = defineExtension({
  name: "SaveSharedMailboxRequest",
  effect: "write",
  right: "people",
  discloses: "no-patient-data",
  request: z.looseObject({
    address: text(1000),
    userNames: z.array(text(1000)),
    seen: optional(z.array(text(1000))),
  }),
  alsoNeeds: () => "clinic",
  response: z.looseObject({ address: z.string(), userNames: z.array(z.string()) }),
});
