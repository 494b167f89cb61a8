import { optional, text } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

/** The actions that the audit log records. */
export const auditActions = [
  "signed in",
  "sign-in failed",
  "sign-in throttled",
  "signed out",
  "charged",
  "withheld",
  "refused charge",
  "repeated charge",
  "corrected",
  "voided invoice",
  "read invoice",
  "sent message",
  "read message",
  "named visit of message",
  "took visit off message",
  "verified",
  "imported codes",
  "changed user",
  "ended sessions",
  "changed key",
  "linked account",
  "listed visits",
  "read visit",
  "took visit",
  "took over visit",
  "assigned visit",
  "released visit",
  "added note",
  "snoozed visit",
  "ended snooze",
  "closed visit",
  "reopened visit",
  /** Any of these, by earlier versions. */
  "changed visit",
  "read day sheet",
  "read report",
  "closed day",
  "exported list",
  "changed directory",
  "changed clinic",
  "changed mail",
  "listed messages",
  "access refused",
  "backed up",
  "changed data key",
  "read trail",
  "exported trail",
  "read set-aside mail",
  "removed trail",
  "changed factor",
  "proved again",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** A filter of the audit log. All given members must match; an absent one matches anything. */
export const auditFilter = {
  /** The full name; for a shell, `shell:<account>`. */
  actor: optional(text(200)),
  action: optional(text(100)),
  /** An id that the entry is about, whole or its beginning, with or without its kind: `visit:0a1b`. */
  subject: optional(text(200)),
  /** From this instant (inclusive), and before that one. */
  from: optional(wireDateTime),
  to: optional(wireDateTime),
};
