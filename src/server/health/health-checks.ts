import type { HealthCheck } from "#room/contract/operations/get-health.ts";
import type { ServerParts } from "#room/server/handler.ts";
import { checkClock } from "./clock-check.ts";
import { checkKeys } from "./key-check.ts";
import { checkDatabase, checkDisk, checkVersion } from "./machine-checks.ts";
import { checkCodeSets, checkLimits, checkPairs, checkProcedures } from "./code-checks.ts";
import { checkRestore } from "./restore-check.ts";
import {
  checkAdministrators,
  checkBackup,
  checkOpenDoors,
  checkOpenVisits,
  checkTrail,
  checkRefusedEvents,
  checkUnplacedVisits,
} from "./work-checks.ts";
import { checkIncomingMail, checkMail, checkMailService } from "./mail-checks.ts";
import { checkBackupFolder, checkCertificateFiles, checkKeyFile } from "./start-checks.ts";

type Check = (parts: ServerParts) => Promise<HealthCheck | undefined>;

/** In display order. */
const checks: Readonly<Record<string, Check>> = {
  Server: async () => checkVersion(),
  Clock: checkClock,
  Database: checkDatabase,
  "Disk of the database": checkDisk,
  "Data encryption": checkKeyFile,
  "Last good backup": checkBackup,
  "Backup folder": checkBackupFolder,
  "Restored backup": checkRestore,
  "Visits not charged": checkOpenVisits,
  "Visits without a practice": checkUnplacedVisits,
  "Refused events": checkRefusedEvents,
  "Mail to other domains": checkMail,
  "Mail service": checkMailService,
  "Incoming mail": checkIncomingMail,
  "Diagnosis codes": checkCodeSets,
  "HCPCS codes": checkProcedures,
  "Code pairs (NCCI)": checkPairs,
  "Unit limits (MUE)": checkLimits,
  "Audit log": checkTrail,
  Certificate: checkCertificateFiles,
  "Open without sign-in": checkOpenDoors,
  "API keys": checkKeys,
  Administrators: checkAdministrators,
};

/** Runs a check; one that fails is reported as such and does not prevent the others. */
export async function healthChecks(parts: ServerParts): Promise<HealthCheck[]> {
  const shown: HealthCheck[] = [];
  for (const [name, check] of Object.entries(checks)) {
    try {
      const found = await check(parts);
      if (found) shown.push(found);
    } catch {
      shown.push({
        name,
        value: "not known",
        act: "This could not be checked. The server’s log may say why.",
      });
    }
  }
  return shown;
}
