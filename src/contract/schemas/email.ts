import * as z from "zod/mini";
import { base64 } from "#room/contract/primitives/base64.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

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
