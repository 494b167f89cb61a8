import { counted } from "#room/contract/primitives/counted.ts";
import { lastContact, lastFailure, type MailWay } from "#room/server/direct/last-contact.ts";
import type { ServerParts } from "#room/server/handler.ts";
import { type Checked, lengthText } from "./health-words.ts";
import { hourMs, dayMs } from "./work-checks.ts";

/** Healthy mail is sent within seconds. */
const mailLateMs = hourMs;

export async function checkMail({ store, now, settings }: ServerParts): Promise<Checked> {
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
    value: `${Number(waiting?.count ?? 0)} waiting${waits}; ${failed} failed in 7 days (${edge})`,
    ...(late ? { act: "Mail is not going out. Check the mail service and DIRECT_SMTP_URL." } : {}),
  };
}

/** Later than that, something is wrong: mail is checked every few seconds. */
const silentMs = hourMs / 4;

export async function checkMailService({ store, now, settings }: ServerParts): Promise<Checked | undefined> {
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
  const failure = directImapUrl === undefined ? undefined : lastFailure(store, "fetched");
  const isSilent = directImapUrl !== undefined && at - since > Math.max(silentMs, 3000 * directPollSeconds);
  return {
    value: counts.join(", "),
    ...(failure === undefined
      ? isSilent && { act: "No mail is being fetched. Check the mail service and DIRECT_IMAP_URL." }
      : { act: `The last try to fetch mail failed: ${failure}. It is tried again.` }),
  };
}

const shownMs = 7 * dayMs;

/** Letters from elsewhere that nobody has here, or that say of themselves that something is odd. */
export async function checkIncomingMail({ store, now }: ServerParts): Promise<Checked | undefined> {
  const rows = await store.db
    .selectFrom("mail_attempt")
    .select((build) => ["outcome", build.fn.countAll<number>().as("count")])
    .where("outcome", "is not", null)
    .where("tried_at", ">", now().getTime() - shownMs)
    .groupBy("outcome")
    .execute();
  if (rows.length === 0) return undefined;
  const of = (outcome: string) => Number(rows.find((row) => row.outcome === outcome)?.count ?? 0);
  const [aside, reused, repeated] = [of("set aside"), of("id reused"), of("repeated")];
  const act =
    aside > 0
      ? "Save the letters that were set aside, below, and send them on: nobody has received them."
      : reused > 0 &&
        "Ask the senders, listed below: an earlier letter had the same message ID and said something else.";
  return {
    value: `in 7 days, ${counted(aside, "letter")} set aside, ${reused} with an ID used before, ${repeated} repeated and left out`,
    ...(act ? { act } : {}),
  };
}
