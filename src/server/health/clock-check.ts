import type { HealthCheck } from "#room/contract/operations/get-health.ts";
import type { ServerParts } from "#room/server/handler.ts";
import { showDate } from "#room/billing/show-date.ts";
import { lengthText } from "./health-words.ts";

const minuteMs = 60_000;
const toldForMs = 7 * 24 * 60 * minuteMs;
const name = "Clock";
const act = "Check the server’s date and time, and that it is set automatically (NTP).";

/** A clock that jumped since the start, or that is behind what was written earlier. */
export async function checkClock({ store, now, clock }: ServerParts): Promise<HealthCheck | undefined> {
  clock.look();
  const at = now().getTime();
  const newest = await store.db
    .selectFrom("audit_entry")
    .select("at")
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  const behind = Number(newest?.at ?? 0) - at;
  if (behind > minuteMs)
    return { name, value: `${lengthText(behind)} behind the newest entry of the audit log`, act };
  const { last } = clock;
  if (!last || Math.abs(at - last.at) > toldForMs) return undefined;
  const how = last.ms < 0 ? "back" : "ahead";
  const on = showDate(new Date(last.at).toISOString().slice(0, 10));
  return { name, value: `jumped ${how} by ${lengthText(Math.abs(last.ms))} on ${on}`, act };
}
