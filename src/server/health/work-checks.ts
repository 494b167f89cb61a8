import type { HealthCheck } from "#room/contract/operations/get-health.ts";
import { codesOf } from "#room/server/codes/codes.ts";
import { setWarnings } from "#room/server/codes/set-warnings.ts";
import type { ServerParts } from "#room/server/handler.ts";
import { counted, lengthText } from "./health-words.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const soonMs = 60 * dayMs;
/** Mail that is well leaves within seconds. */
const mailLateMs = hourMs;

export async function checkOpenVisits({ store, now }: ServerParts): Promise<HealthCheck> {
  const { count, oldest } = await store.db
    .selectFrom("visit")
    .select((build) => [
      build.fn.countAll<number>().as("count"),
      build.fn.min<number | null>("first_received_at").as("oldest"),
    ])
    .where("is_open", "=", 1)
    .executeTakeFirstOrThrow();
  const age = oldest === null ? "" : `, the oldest for ${lengthText(now().getTime() - Number(oldest))}`;
  return {
    name: "Visits not charged",
    value: Number(count) === 0 ? "none" : `${counted(Number(count), "visit")}${age}`,
  };
}

export async function checkMail({ store, now, settings }: ServerParts): Promise<HealthCheck> {
  const at = now().getTime();
  const rows = await store.db
    .selectFrom("outgoing_mail")
    .select((build) => [
      "state",
      build.fn.countAll<number>().as("count"),
      build.fn.min<number>("queued_at").as("oldest"),
    ])
    .where("state", "!=", "sent")
    .where((build) => build.or([build("state", "=", "waiting"), build("queued_at", ">", at - 7 * dayMs)]))
    .groupBy("state")
    .execute();
  const of = (state: string) => rows.find((row) => row.state === state);
  const waiting = of("waiting");
  const failed = Number(of("failed")?.count ?? 0);
  const late = waiting && at - Number(waiting.oldest) > mailLateMs;
  const edge = settings.directSmtpUrl === undefined ? "no mail service is set" : "by DIRECT_SMTP_URL";
  const waits = waiting ? `, the oldest for ${lengthText(at - Number(waiting.oldest))}` : "";
  return {
    name: "Mail to elsewhere",
    value: `${Number(waiting?.count ?? 0)} waiting${waits}; ${failed} failed in 7 days (${edge})`,
    ...(late ? { act: "Mail does not leave. Look at the mail service and at DIRECT_SMTP_URL." } : {}),
  };
}

/** Of today, and of the 60 days to come. */
export async function checkCodeSets({ store, now }: ServerParts): Promise<HealthCheck> {
  const sets = await codesOf(store).list();
  const today = setWarnings(sets, now());
  const soon = setWarnings(sets, new Date(now().getTime() + soonMs));
  const [warning] = [...today, ...soon];
  return {
    name: "Diagnosis codes",
    value:
      today.length > 0
        ? "not complete today"
        : soon.length > 0
          ? "complete today, not in 60 days"
          : "complete",
    ...(warning === undefined ? {} : { act: warning }),
  };
}

/** Whoever made it, by command or by itself: it stands in the trail. */
export async function checkBackup({ store, now, settings }: ServerParts): Promise<HealthCheck> {
  const row = await store.db
    .selectFrom("audit_entry")
    .select("at")
    .where("action", "=", "backed up")
    .where("subject", "!=", "restored")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const regular = settings.backupFolder === undefined ? undefined : settings.backupHours;
  const plan = regular === undefined ? "none is made by itself" : `made every ${counted(regular, "hour")}`;
  if (!row)
    return {
      name: "Last good backup",
      value: `never; ${plan}`,
      act: "Set BACKUP_FOLDER, or run “npm run backup -- FILE” now and then.",
    };
  const age = now().getTime() - Number(row.at);
  const isLate = age > 2 * (regular ?? 24) * hourMs;
  return {
    name: "Last good backup",
    value: `${lengthText(age)} ago; ${plan}`,
    ...(isLate ? { act: "It is older than it should be. The server’s log says why it failed." } : {}),
  };
}

export async function checkTrail({ store, settings }: ServerParts): Promise<HealthCheck> {
  const head = await store.db.selectFrom("audit_head").select("entries").executeTakeFirst();
  const key = settings.auditKey === undefined ? "without AUDIT_KEY" : "under AUDIT_KEY";
  return {
    name: "Audit trail",
    value: `${Number(head?.entries ?? 0).toLocaleString("en-US")} entries, ${key}`,
  };
}

export async function checkOpenDoors({ settings }: ServerParts): Promise<HealthCheck> {
  const open = [
    ...(settings.openAutoCharge ? ["auto-charge"] : []),
    ...(settings.openDiagnosisVerify ? ["diagnosis checks"] : []),
  ];
  return { name: "Open without sign-in", value: open.join(" and ") || "nothing" };
}
