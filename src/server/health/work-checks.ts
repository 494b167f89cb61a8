import { keptAnchor } from "#room/server/audit/trail-anchor.ts";
import { showDate } from "#room/billing/show-date.ts";
import type { HealthCheck } from "#room/contract/operations/get-health.ts";
import { lastFailure } from "#room/server/backup/last-failure.ts";
import { lastContact, type MailWay } from "#room/server/direct/last-contact.ts";
import type { ServerParts } from "#room/server/handler.ts";
import { counted, lengthText } from "./health-words.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
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

/** Later than that, something is wrong: mail is looked for every few seconds. */
const silentMs = hourMs / 4;

/** When the Direct domain's mail service last answered this process. */
export async function checkMailService({
  store,
  now,
  settings,
}: ServerParts): Promise<HealthCheck | undefined> {
  const { directSmtpUrl, directImapUrl, directPollSeconds } = settings;
  if (directSmtpUrl === undefined && directImapUrl === undefined) return undefined;
  const at = now().getTime();
  const ago = (way: MailWay) => {
    const last = lastContact(store, way);
    return last === undefined ? `nothing ${way} since the start` : `mail ${way} ${lengthText(at - last)} ago`;
  };
  const told = [
    ...(directImapUrl === undefined ? [] : [ago("fetched")]),
    ...(directSmtpUrl === undefined ? [] : [ago("handed over")]),
  ];
  const since = lastContact(store, "fetched") ?? at - process.uptime() * 1000;
  const isSilent = directImapUrl !== undefined && at - since > Math.max(silentMs, 3000 * directPollSeconds);
  return {
    name: "Mail service",
    value: told.join(", "),
    ...(isSilent
      ? {
          act: "No mail is fetched. Look at the mail service and at DIRECT_IMAP_URL.",
        }
      : {}),
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
  const { backupFolder } = settings;
  const regular = backupFolder === undefined ? undefined : settings.backupHours;
  const failed = backupFolder === undefined ? undefined : lastFailure(backupFolder);
  const plan = regular === undefined ? "none is made by itself" : `made every ${counted(regular, "hour")}`;
  const failure = failed && {
    act: `The backup of ${lengthText(now().getTime() - failed.at)} ago failed, and is tried again: ${failed.reason}`,
  };
  if (!row)
    return {
      name: "Last good backup",
      value: `never; ${plan}`,
      ...failure,
      ...(failure
        ? {}
        : {
            act: "Set BACKUP_FOLDER, or run “npm run backup -- FILE” now and then.",
          }),
    };
  const age = now().getTime() - Number(row.at);
  const isLate = age > 2 * (regular ?? 24) * hourMs;
  return {
    name: "Last good backup",
    value: `${lengthText(age)} ago; ${plan}`,
    ...(isLate ? { act: "It is older than it should be. The server’s log says why it failed." } : {}),
    ...failure,
  };
}

/** What a reader of the disk could read. */
export async function checkDataKey({ store }: ServerParts): Promise<HealthCheck> {
  const rows = await store.db.selectFrom("data_key").select(["key_id", "state", "made_at"]).execute();
  const current = rows.find((row) => row.state === "current" && row.key_id !== 0);
  const isMoving = rows.some((row) => row.state === "leaving");
  const value = current
    ? `sealed under key ${current.key_id} of ${showDate(new Date(current.made_at).toISOString().slice(0, 10))}`
    : "in the clear: no key is set";
  const isPartly = rows.some((row) => row.state === "leaving" && row.key_id === 0);
  return {
    name: "Content on the disk",
    value: isMoving
      ? `${value}; ${isPartly ? "what is older is in the clear" : "a change of the key is not finished"}`
      : value,
    ...(isMoving ? { act: `Run “npm run data-key -- ${current ? "rotate" : "off"}” to its end.` } : {}),
  };
}

export async function checkTrail({ store, settings }: ServerParts): Promise<HealthCheck> {
  const head = await store.db.selectFrom("audit_head").select("entries").executeTakeFirst();
  const { entries: removed } = await keptAnchor(store);
  const { trailKeepDays: days } = settings;
  const kept = days === 0 ? "" : `, kept for ${counted(days, "day")}`;
  const key = settings.auditKey === undefined ? "without AUDIT_KEY" : "under AUDIT_KEY";
  return {
    name: "Audit trail",
    value: `${(Number(head?.entries ?? 0) - removed).toLocaleString("en-US")} entries, ${key}${kept}`,
  };
}

export async function checkOpenDoors({ settings }: ServerParts): Promise<HealthCheck> {
  const open = [
    ...(settings.openAutoCharge ? ["auto-charge"] : []),
    ...(settings.openDiagnosisVerify ? ["diagnosis checks"] : []),
  ];
  return { name: "Open without sign-in", value: open.join(" and ") || "nothing" };
}

/** An auditor sees it, where nobody else can. */
export async function checkAdministrators({ store }: ServerParts): Promise<HealthCheck | undefined> {
  if (await store.users.hasAdministrator()) return undefined;
  return {
    name: "Administrators",
    value: "none who can sign in",
    act: "Make somebody one: “npm run user -- role NAME administrator”.",
  };
}
