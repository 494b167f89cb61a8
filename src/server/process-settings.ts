import { masterKeysOf, keyForm } from "#room/server/vault/master-key.ts";
import { orElse, orNothing, setting, wholeNumber, plainText, reads, webAddress } from "./setting.ts";

export const dataKeySettings = {
  dataKey: setting({
    variable: "DATA_KEY",
    help: "Key that encrypts events, notes, messages and attachments; while rotating, the new one first, then the old one",
    schema: orNothing(reads(keyForm, masterKeysOf)),
    absent: "they are not encrypted",
    secret: true,
  }),
  dataKeyFile: setting({
    variable: "DATA_KEY_FILE",
    help: "File containing that key, instead of DATA_KEY; read again when the key changes",
    schema: orNothing(plainText),
    absent: "no file",
  }),
} as const;

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

export const processSettings = {
  stopDelaySeconds: setting({
    variable: "STOP_DELAY_SECONDS",
    help: "Seconds of work after SIGTERM during which /ready is 503, so that a proxy turns elsewhere",
    schema: orElse(wholeNumber(0, 600), 0),
  }),
  metricsPort: setting({
    variable: "METRICS_PORT",
    help: "Port on which Prometheus finds /metrics; only it should reach that port",
    schema: orNothing(wholeNumber(0, 65_535)),
    absent: "no metrics",
  }),
  tracesUrl: setting({
    variable: "OTEL_EXPORTER_OTLP_ENDPOINT",
    help: "Address of an OpenTelemetry collector, to which a trace of each call is sent by OTLP over HTTP",
    schema: orNothing(webAddress),
    absent: "no traces",
  }),
} as const;
