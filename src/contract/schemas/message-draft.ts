import * as z from "zod/mini";
import { guid } from "#room/contract/primitives/guid.ts";
import { optional } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

/** A file of a draft, without its content. */
export const draftFile = z.looseObject({
  fileId: guid,
  fileName: z.string(),
  contentType: z.string(),
  /** Bytes. */
  size: z.number(),
});

/** A letter that is being written. */
export const draftContent = z.looseObject({
  to: z.array(z.string()),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  /** Absent: its writer's first address. */
  from: optional(z.string()),
  subject: z.string(),
  textBody: z.string(),
  /** Absent: plain text only. */
  htmlBody: optional(z.string()),
  files: z.array(draftFile),
  /** The received message that it answers or forwards. */
  inReplyTo: optional(z.number()),
  /** The visit that it is about. */
  visitId: optional(guid),
  /** The own message that it sends again. */
  resendOf: optional(z.number()),
  /** What its program restores beside it, such as half-typed addresses: any text. */
  composer: optional(z.string()),
});
export type DraftContent = z.output<typeof draftContent>;

export const storedDraft = z.looseObject({
  draftId: guid,
  /** Incremented by each change. */
  version: z.number(),
  /** Which program or browser changed it last: what it said itself. */
  editorId: z.string(),
  updatedOn: wireDateTime,
  /** Absent: it was sent or discarded. */
  draft: optional(draftContent),
});
export type StoredDraft = z.output<typeof storedDraft>;
