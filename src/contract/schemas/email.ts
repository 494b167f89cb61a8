import * as z from "zod/mini";
import type { Faults } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { base64 } from "#room/contract/primitives/base64.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

/** What every messaging answer of ours says of itself, without a fault. */
export const noFlags = {
  badSessionKey: false,
  hasSessionKeyExpired: false,
  unauthorizedAccess: false,
  serverError: false,
  hasError: false,
  hasRequestTimedOut: false,
};

/** Its members. */
export const flagMembers = {
  badSessionKey: z.boolean(),
  hasSessionKeyExpired: z.boolean(),
  unauthorizedAccess: z.boolean(),
  serverError: z.boolean(),
  errorMessage: optional(z.string()),
  hasError: z.boolean(),
  hasRequestTimedOut: z.boolean(),
};

/** The same of an answer about one message. */
export const noMessageFlags = { ...noFlags, messageNotFound: false };
export const messageFlagMembers = { ...flagMembers, messageNotFound: z.boolean() };

/** The members of every messaging answer (interface 2.12, 2.14). */
interface FlaggedReply {
  errorMessage?: string | null | undefined;
  hasError: boolean;
}

/** Each boolean member but hasError. */
type FlagOf<Reply> = {
  [Name in keyof Reply]: Reply[Name] extends boolean ? Exclude<Name, "hasError"> : never;
}[keyof Reply] &
  string;

/** A failure with only hasError and its text, when no flag of the interface fits. */
type PlainFault = "other";

/**
 * Reads and writes the flags of a messaging answer, given one without a fault: with hasError, the one of the cause is true, and none
 * where the interface has none for it; hasError is true exactly when errorMessage is not empty (wire decisions, Errors).
 */
export function flagFaults<Reply extends FlaggedReply>(
  empty: Reply,
  /** Members that say something else than a failure. */
  facts: readonly string[] = [],
): Faults<Reply, FlagOf<Reply> | PlainFault> {
  const named = Object.entries(empty).filter(
    ([name, member]) => member === false && name !== "hasError" && !facts.includes(name),
  );
  // Those that its type names.
  const flags = named.map(([name]) => name) as FlagOf<Reply>[];
  return {
    codes: [...flags, "other"],
    empty,
    filled(answer) {
      if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer;
      const given = Object.entries(answer).filter(([, member]) => member !== null);
      // An answer with no member of ours, such as a gateway's {}, is not an empty list.
      const isOurs = Object.keys(answer).some((name) => name in empty);
      const added = Object.entries(empty).filter(
        ([, member]) => member === false || (isOurs && Array.isArray(member)),
      );
      return { ...Object.fromEntries(added), ...Object.fromEntries(given) };
    },
    read(answer) {
      if (typeof answer !== "object" || answer === null) return undefined;
      const members: Readonly<Record<string, unknown>> = { ...answer };
      const flag = flags.find((name) => members[name] === true);
      const message = typeof members["errorMessage"] === "string" ? members["errorMessage"] : "";
      if (flag !== undefined) return { code: flag, message };
      return members["hasError"] === true || message !== "" ? { code: "other", message } : undefined;
    },
    write(code, message) {
      const flag = code === "other" ? {} : { [code]: true };
      return { ...empty, ...flag, errorMessage: message, hasError: true };
    },
  };
}

/** Attachment (interface 2.11). */
export const attachment = z.looseObject({
  base64: optional(base64),
  contentType: optional(z.string()),
  fileName: optional(z.string()),
});
export type Attachment = z.output<typeof attachment>;

/** Email (interface 2.11): a message as it is sent. */
export const email = z.looseObject({
  to: optional(z.array(z.string())),
  from: optional(z.string()),
  cc: optional(z.array(z.string())),
  bcc: optional(z.array(z.string())),
  createdTime: optional(wireDateTime),
  subject: optional(z.string()),
  textBody: optional(z.string()),
  htmlBody: optional(z.string()),
  attachments: optional(z.array(attachment)),
});
export type Email = z.output<typeof email>;

/**
 * The caller of a messaging operation (interface 5). Shortfalls are answered by flags, so both are optional.
 */
export const messagingSession = {
  loggedInUser: optional(z.string()),
  sessionKey: optional(z.string()),
  emailServiceType: optional(z.string()),
};

/** What the messaging operations have in common that our server adds. */
export const messagingExtension = { session: "body", right: "messages", extension: true } as const;
