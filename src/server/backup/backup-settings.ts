import { orElse, orNothing, plainText, setting, wholeNumber } from "#room/server/setting.ts";

/** Automatic backups, and how many are kept. */
export const backupSettings = {
  backupFolder: setting({
    variable: "BACKUP_FOLDER",
    help: "Folder for backups that the server makes by itself; best on another disk",
    schema: orNothing(plainText),
    absent: "none are made by itself",
  }),
  backupHours: setting({
    variable: "BACKUP_HOURS",
    help: "Hours from one such backup to the next",
    schema: orElse(wholeNumber(1, 7 * 24), 24),
  }),
  backupKeep: setting({
    variable: "BACKUP_KEEP",
    help: "How many of them are kept",
    schema: orElse(wholeNumber(1, 10_000), 14),
  }),
} as const;
