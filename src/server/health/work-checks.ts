import { counted } from "#room/contract/primitives/counted.ts";
import { listWords } from "#room/contract/primitives/list-words.ts";
import { keptAnchor } from "#room/server/audit/audit-entry.ts";
import { showDate } from "#room/billing/show-date.ts";
import { lastFailure } from "#room/server/backup/last-failure.ts";
import { rightsOf, roleNames } from "#room/contract/rights.ts";
import type { ServerParts } from "#room/server/handler.ts";
import { countOf, isAny, valueOf, valuesOf } from "#room/server/store/rows.ts";
import { maxPerDay } from "#room/server/store/visits/keep-refused.ts";
import { type Checked, lengthText } from "./health-words.ts";

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;

export async function checkOpenVisits({ store, now }: ServerParts): Promise<Checked> {
  const { count, oldest } = await store.db
    .selectFrom("open_visit")
    .select((build) => [
      build.fn.countAll<number>().as("count"),
      build.fn.min<number | null>("first_received_at").as("oldest"),
    ])
    .executeTakeFirstOrThrow();
  const age = oldest === null ? "" : `, the oldest for ${lengthText(now().getTime() - Number(oldest))}`;
  return { value: Number(count) === 0 ? "none" : `${counted(Number(count), "visit")}${age}` };
}

/** A refused event may name no practice; only people who have all practices see its visit. */
export async function checkUnplacedVisits({ store }: ServerParts): Promise<Checked | undefined> {
  const count = await countOf(store.db.selectFrom("open_visit").where("practice_id", "=", ""));
  if (count === 0) return undefined;
  const roles = roleNames.filter((role) => rightsOf(role, []).has("visits"));
  const people = store.db.selectFrom("person").where("disabled", "=", 0).where("practices", "=", "[]");
  const seeing = await isAny(people.where("role", "in", roles));
  const act = "Nobody sees them: everyone is limited to some practices. Give somebody all practices.";
  return { value: counted(count, "visit"), ...(seeing ? {} : { act }) };
}

/** Beyond the limit of a day, what a sender's refused events said is only in its own log. */
export async function checkRefusedEvents({ store, now }: ServerParts): Promise<Checked | undefined> {
  const busy = store.db
    .selectFrom("refused_event")
    .where("received_at", ">", now().getTime() - dayMs)
    .groupBy("sender")
    .having((build) => build(build.fn.countAll<number>(), ">=", maxPerDay));
  const senders = await valuesOf(busy, "sender");
  if (senders.length === 0) return undefined;
  const names = listWords(senders.map((sender) => sender.replace(/^user /, "")));
  return {
    value: `${maxPerDay.toLocaleString("en-US")} in one day from ${names}`,
    act: "More of them today are not kept. Correct what sends them, then send them again.",
  };
}

/** Whether made by command or automatically: it is in the audit log. */
export async function checkBackup({ store, now, settings }: ServerParts): Promise<Checked> {
  const made = store.db
    .selectFrom("audit_entry")
    .where("action", "=", "backed up")
    .where("subject", "!=", "restored");
  const last = await valueOf(made.orderBy("seq", "desc"), "at");
  const { backupFolder } = settings;
  const regular = backupFolder === undefined ? undefined : settings.backupHours;
  const failed = backupFolder === undefined ? undefined : lastFailure(backupFolder);
  const plan = regular === undefined ? "automatic backups are off" : everyHours(regular);
  const failure = failed && {
    act: `The backup of ${lengthText(now().getTime() - failed.at)} ago failed, and is tried again: ${failed.reason}`,
  };
  if (last === undefined)
    return {
      value: `never; ${plan}`,
      act: "Set BACKUP_FOLDER, or run “npm run backup -- FILE” regularly.",
      ...failure,
    };
  const age = now().getTime() - Number(last);
  const isLate = age > 2 * (regular ?? 24) * hourMs;
  return {
    value: `${lengthText(age)} ago; ${plan}`,
    ...(isLate ? { act: lateWords(regular) } : {}),
    ...failure,
  };
}

function everyHours(hours: number): string {
  return hours === 1 ? "automatic, every hour" : `automatic, every ${counted(hours, "hour")}`;
}

function lateWords(regular: number | undefined): string {
  return regular === undefined
    ? "It is more than two days old. Run “npm run backup -- FILE”, or set BACKUP_FOLDER for automatic backups."
    : "It is older than it should be. The server’s log says why it failed.";
}

/** What someone with the disk could read. */
export async function checkDataKey({ store }: ServerParts): Promise<Checked> {
  const rows = await store.db.selectFrom("data_key").select(["key_id", "state", "made_at"]).execute();
  const current = rows.find((row) => row.state === "current" && row.key_id !== 0);
  const value = current
    ? `encrypted with key ${current.key_id} (${showDate(store.days.dateOf(Number(current.made_at)))})`
    : "not encrypted: DATA_KEY is not set";
  const before = rows.filter((row) => row.state === "leaving");
  if (before.length === 0) return { value };
  const isClear = !current || before.some((row) => row.key_id === 0);
  const rest = isClear ? "older data is not encrypted yet" : "older data is encrypted with the keys before";
  return {
    value: `${value}; ${current ? rest : "the key change is not finished"}`,
    ...(isClear
      ? { act: `Stop the server and run “npm run data-key -- re-encrypt${current ? "" : " --off"}”.` }
      : {}),
  };
}

export async function checkTrail({ store, settings }: ServerParts): Promise<Checked> {
  const entries = await valueOf(store.db.selectFrom("audit_head"), "entries");
  const { entries: removed } = await keptAnchor(store);
  const { trailKeepDays: days } = settings;
  const kept = days === 0 ? "" : `, kept for ${counted(days, "day")}`;
  const key = settings.auditKey === undefined ? "without AUDIT_KEY" : "under AUDIT_KEY";
  return {
    value: `${(Number(entries ?? 0) - removed).toLocaleString("en-US")} entries, ${key}${kept}`,
  };
}

export async function checkOpenDoors({ settings }: ServerParts): Promise<Checked> {
  const open = [
    ...(settings.openAutoCharge ? ["auto-charge"] : []),
    ...(settings.openDiagnosisVerify ? ["diagnosis checks"] : []),
  ];
  return { value: listWords(open) || "nothing" };
}

/** An auditor can see it when no one else can. */
export async function checkAdministrators({ store }: ServerParts): Promise<Checked | undefined> {
  if (await store.users.hasAdministrator()) return undefined;
  return {
    value: "none who can sign in",
    act: "Make somebody one: “npm run user -- role NAME administrator”.",
  };
}
