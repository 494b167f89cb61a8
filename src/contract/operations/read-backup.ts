import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";
import { optional, requiredText, rule } from "#room/contract/primitives/rule.ts";

const position = z.number().check(
  rule((from) => Number.isSafeInteger(from) && from >= 0, {
    code: "GreaterThanOrEqual",
    message: "must be a position in the backup",
  }),
);

/** ReadBackup, an extension: the next part of a backup that this session made. 404 `BackupGone` when it is gone. */
export const readBackup = defineExtension({
  name: "ReadBackupRequest",
  effect: "read",
  right: "backups",
  discloses: "patient-data",
  freshMs: 0,
  timeLimitMs: 60_000,
  request: z.looseObject({ backupId: requiredText(100), from: position }),
  response: z.looseObject({
    /** Base64. */
    content: z.string(),
    /** Where the next part begins; absent after the last one, with which the service forgets the backup. */
    next: optional(z.number()),
  }),
});
