import { orElse, orNothing, plainText, setting, wholeNumber } from "#room/server/setting.ts";

/** How long the trail is kept, and where older entries go. */
export const trailSettings = {
  trailKeepDays: setting({
    variable: "TRAIL_KEEP_DAYS",
    help: "Entries of the audit trail older than so many days are removed at night; 0 keeps all (HIPAA asks for six years)",
    schema: orElse(wholeNumber(0, 36_600), 0),
  }),
  trailExportFolder: setting({
    variable: "TRAIL_EXPORT_FOLDER",
    help: "Folder into which they are written as NDJSON before they are removed",
    schema: orNothing(plainText),
    absent: "they are not written",
  }),
} as const;
