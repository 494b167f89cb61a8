import * as z from "zod/mini";
import { defineOperation } from "#room/contract/operation.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";
import { messagingSession, flagFaults } from "#room/contract/schemas/email.ts";

/** An answer without a fault. */
export const noSummaries = {
  hasSessionKeyExpired: false,
  badSessionKey: false,
  unauthorizedAccess: false,
  folderNotFound: false,
  serverError: false,
  summaries: [],
  hasError: false,
  hasRequestTimedOut: false,
};

/** MessageSummary (interface 2.14). messageSize is the size in bytes of the message as MIME. */
export const messageSummary = z.looseObject({
  messageId: z.number(),
  subject: optional(z.string()),
  from: optional(z.string()),
  dateReceived: optional(wireDateTime),
  messageSize: z.number(),
  hasAttachments: z.boolean(),
});
export type MessageSummary = z.output<typeof messageSummary>;

/** GetMessageSummaries (interface 2.13, 2.14), newest first. */
export const listMessageSummaries = defineOperation({
  name: "GetMessageSummariesRequest",
  path: "/DirectMessaging/GetMessageSummaries",
  effect: "read",
  session: "body",
  right: "messages",
  discloses: "patient-data",
  freshMs: 10_000,
  timeLimitMs: 60_000,
  request: z.looseObject(messagingSession),
  response: z.looseObject({
    hasSessionKeyExpired: z.boolean(),
    badSessionKey: z.boolean(),
    unauthorizedAccess: z.boolean(),
    folderNotFound: z.boolean(),
    serverError: z.boolean(),
    summaries: z.array(messageSummary),
    errorMessage: optional(z.string()),
    hasError: z.boolean(),
    hasRequestTimedOut: z.boolean(),
  }),
  faults: flagFaults(noSummaries),
});
