import { orElse, orNothing, plainText, setting, wholeNumber } from "#room/server/setting.ts";

/** How long the trail is kept, and where older entries go. */
export const trailSettings = {
  trailKeepDays: setting({
    variable: "TRAIL_KEEP_DAYS",
    help: "Days after which audit log entries are removed, at night; 0 keeps all (HIPAA requires six years)",
    schema: orElse(wholeNumber(0, 36_600), 0),
  }),
  trailExportFolder: setting({
    variable: "TRAIL_EXPORT_FOLDER",
    help: "Folder where these entries are saved as NDJSON before removal",
    schema: orNothing(plainText),
    absent: "they are not saved",
  }),
} as const;
