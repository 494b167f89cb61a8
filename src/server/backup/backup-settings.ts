import { orElse, orNothing, plainText, setting, wholeNumber } from "#room/server/setting.ts";

/** Automatic backups, and how many are kept. */
export const backupSettings = {
  backupFolder: setting({
    variable: "BACKUP_FOLDER",
    help: "Folder for automatic backups, preferably on another disk",
    schema: orNothing(plainText),
    absent: "no automatic backups",
  }),
  backupHours: setting({
    variable: "BACKUP_HOURS",
    help: "Hours between automatic backups",
    schema: orElse(wholeNumber(1, 7 * 24), 24),
  }),
  backupKeep: setting({
    variable: "BACKUP_KEEP",
    help: "How many automatic backups are kept",
    schema: orElse(wholeNumber(1, 10_000), 14),
  }),
} as const;
