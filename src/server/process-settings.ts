import { masterKeysOf, keyForm } from "#room/server/vault/master-key.ts";
import { orElse, orNothing, setting, wholeNumber, plainText, reads, webAddress } from "./setting.ts";

export const dataKeySettings = {
  dataKey: setting(
    "DATA_KEY",
    "Key that encrypts patient data; to rotate, new before old",
    orNothing(reads(keyForm, masterKeysOf)),
    { absent: "none", secret: true },
  ),
  dataKeyFile: setting(
    "DATA_KEY_FILE",
    "File with that key instead; read again when it changes",
    orNothing(plainText),
    { absent: "none" },
  ),
} as const;

export const backupSettings = {
  backupFolder: setting(
    "BACKUP_FOLDER",
    "Folder for automatic backups, best on another disk",
    orNothing(plainText),
    { absent: "none are made" },
  ),
  backupHours: setting("BACKUP_HOURS", "Hours between automatic backups", orElse(wholeNumber(1, 7 * 24), 24)),
  backupKeep: setting(
    "BACKUP_KEEP",
    "How many automatic backups are kept",
    orElse(wholeNumber(1, 10_000), 14),
  ),
} as const;

export const trailSettings = {
  trailKeepDays: setting(
    "TRAIL_KEEP_DAYS",
    "Days that the audit log keeps; 0: all of it (HIPAA: six years)",
    orElse(wholeNumber(0, 36_600), 0),
  ),
  trailExportFolder: setting(
    "TRAIL_EXPORT_FOLDER",
    "Folder for older entries, as NDJSON",
    orNothing(plainText),
    { absent: "not saved" },
  ),
} as const;

export const processSettings = {
  stopDelaySeconds: setting(
    "STOP_DELAY_SECONDS",
    "Seconds of work after SIGTERM, with /ready at 503 for the proxy",
    orElse(wholeNumber(0, 600), 0),
  ),
  metricsPort: setting(
    "METRICS_PORT",
    "Port of /metrics, which only Prometheus should reach",
    orNothing(wholeNumber(0, 65_535)),
    { absent: "no metrics" },
  ),
  tracesUrl: setting(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OpenTelemetry collector of traces, by OTLP over HTTP",
    orNothing(webAddress),
    { absent: "no traces" },
  ),
} as const;
