import * as z from "zod/mini";
import { defineExtension } from "#room/contract/operation.ts";

/**
 * MakeBackup, an extension: makes and verifies a backup of everything, to be read with ReadBackup by the same session
 * within half an hour. A newer one replaces it. 403 `OutsideYourPractices` for a caller limited to practices; 409
 * `NoBackup` where there is nothing to back up, and when it fails.
 */
export const makeBackup = defineExtension({
  name: "MakeBackupRequest",
  effect: "write",
  right: "backups",
  asksAgain: true,
  discloses: "no-patient-data",
  timeLimitMs: 280_000,
  request: z.looseObject({}),
  response: z.looseObject({ backupId: z.string(), fileName: z.string(), bytes: z.number() }),
});
