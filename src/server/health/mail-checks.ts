import type { HealthCheck } from "#room/contract/operations/get-health.ts";
import { lastContact, type MailWay } from "#room/server/direct/last-contact.ts";
import type { ServerParts } from "#room/server/handler.ts";
import { lengthText } from "./health-words.ts";
import { hourMs, dayMs } from "./work-checks.ts";

/** Healthy mail is sent within seconds. */
const mailLateMs = hourMs;

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
    name: "Mail to other domains",
    value: `${Number(waiting?.count ?? 0)} waiting${waits}; ${failed} failed in 7 days (${edge})`,
    ...(late ? { act: "Mail is not going out. Check the mail service and DIRECT_SMTP_URL." } : {}),
  };
}

/** Later than that, something is wrong: mail is checked every few seconds. */
const silentMs = hourMs / 4;

/** When the Direct domain's mail service last responded to this process. */
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
  const counts = [
    ...(directImapUrl === undefined ? [] : [ago("fetched")]),
    ...(directSmtpUrl === undefined ? [] : [ago("handed over")]),
  ];
  const since = lastContact(store, "fetched") ?? at - process.uptime() * 1000;
  const isSilent = directImapUrl !== undefined && at - since > Math.max(silentMs, 3000 * directPollSeconds);
  return {
    name: "Mail service",
    value: counts.join(", "),
    ...(isSilent
      ? {
          act: "No mail is being fetched. Check the mail service and DIRECT_IMAP_URL.",
        }
      : {}),
  };
}
