import { valueOf } from "#room/server/store/rows.ts";
import { counted } from "#room/contract/primitives/counted.ts";
import type { HealthCheck } from "#room/contract/operations/upkeep.ts";
import type { ServerParts } from "#room/server/handler.ts";
import { listWords } from "#room/contract/primitives/list-words.ts";
import { showDate } from "#room/billing/show-date.ts";
import { unconfirmedRestore } from "#room/server/store/settle-restore.ts";
import { type Checked, lengthText } from "./health-words.ts";
import { checkDatabase, checkDisk, checkVersion } from "./machine-checks.ts";
import { checkCodeSets, checkLimits, checkPairs, checkProcedures } from "./code-checks.ts";
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

const minuteMs = 60_000;
const toldForMs = 7 * 24 * 60 * minuteMs;
const act = "Check the server’s date and time, and that it is set automatically (NTP).";

/** A clock that jumped since the start, or that is behind what was written earlier. */
async function checkClock({ store, now, clock }: ServerParts): Promise<Checked | undefined> {
  clock.look();
  const at = now().getTime();
  const newest = await valueOf(store.db.selectFrom("audit_entry").orderBy("seq", "desc"), "at");
  const behind = Number(newest ?? 0) - at;
  if (behind > minuteMs)
    return { value: `${lengthText(behind)} behind the newest entry of the audit log`, act };
  const { last } = clock;
  if (!last || Math.abs(at - last.at) > toldForMs) return undefined;
  const how = last.ms < 0 ? "back" : "ahead";
  const on = showDate(store.days.dateOf(last.at));
  return { value: `jumped ${how} by ${lengthText(Math.abs(last.ms))} on ${on}`, act };
}

async function checkRestore({ store }: ServerParts): Promise<Checked | undefined> {
  const restoredAt = await unconfirmedRestore(store.db);
  const held = (await store.programKeys.list(0)).flatMap(({ heldSince, name }) =>
    heldSince === undefined ? [] : [{ name, at: heldSince }],
  );
  const at = restoredAt ?? held[0]?.at;
  if (at === undefined) return undefined;
  const names = listWords(held.slice(0, 5).map(({ name }) => `“${name}”`));
  const keys = `${counted(held.length, "API key")} made before the restore wait: ${names}. Let each work again, or end it, under API keys.`;
  const people = "People are as the backup had them: look through them under People.";
  return {
    value: `restored on ${showDate(store.days.dateOf(at))}`,
    act: [...(held.length > 0 ? [keys] : []), ...(restoredAt === undefined ? [] : [people])].join(" "),
  };
}

const soonMs = 14 * 86_400_000;

/** Program keys: an expired one stops its program. */
async function checkKeys({ store, now }: ServerParts): Promise<Checked | undefined> {
  const at = now().getTime();
  const keys = (await store.programKeys.list(0)).toSorted((one, other) => one.expiresAt - other.expiresAt);
  if (keys.length === 0) return undefined;
  const soon = keys.filter(({ expiresAt }) => expiresAt - at < soonMs);
  const said = soon.map(({ name, expiresAt }) =>
    expiresAt <= at ? `“${name}” has expired` : `“${name}” expires in ${lengthText(expiresAt - at)}`,
  );
  const working = keys.filter(({ expiresAt, heldSince }) => expiresAt > at && heldSince === undefined);
  return {
    value: `${counted(working.length, "key")} in use`,
    ...(said.length > 0 ? { act: `${said.slice(0, 3).join("; ")}. Rotate or end it under API keys.` } : {}),
  };
}

type Check = (parts: ServerParts) => Promise<Checked | undefined>;

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
      if (found) shown.push({ name, ...found });
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
