import { optional, text } from "#room/contract/primitives/rule.ts";
import { wireDateTime } from "#room/contract/primitives/wire-date-time.ts";

/** What a row of the audit trail can say was done. */
export const auditActions = [
  "signed in",
  "sign-in failed",
  "sign-in throttled",
  "signed out",
  "charged",
  "withheld",
  "repeated charge",
  "read invoice",
  "sent message",
  "read message",
  "verified",
  "imported codes",
  "changed user",
  "ended sessions",
  "changed key",
  "linked account",
  "listed visits",
  "read visit",
  "changed visit",
  "changed directory",
  "listed messages",
  "access refused",
  "backed up",
  "changed data key",
  "read trail",
  "exported trail",
  "removed trail",
  "changed factor",
  "proved again",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Which rows of the trail. Everything given must hold; what is absent asks for nothing. */
export const auditFilter = {
  /** The whole name; of a shell `shell:<account>`. */
  actor: optional(text(200)),
  action: optional(text(100)),
  /** Stands anywhere in what it was done to: `visit:0a1b`. */
  subject: optional(text(200)),
  /** From that instant on, and before that one. */
  from: optional(wireDateTime),
  to: optional(wireDateTime),
};
