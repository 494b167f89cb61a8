import { listWords } from "#room/contract/primitives/list-words.ts";
import { calendarDateOf, wireDateTimeOf } from "#room/contract/primitives/wire-date-time.ts";
import { showDate } from "#room/billing/show-date.ts";
import { quarterOf } from "#room/contract/primitives/quarter.ts";
import { missingFiles } from "#room/server/codes/claim-edits/claim-edits.ts";
import type { LoadedSet } from "#room/server/codes/loaded-set.ts";
import { setWarnings } from "#room/server/codes/set-warnings.ts";
import type { ServerParts } from "#room/server/handler.ts";
import type { Checked } from "./health-words.ts";

const dayMs = 86_400_000;
const soonMs = 60 * dayMs;
/** A quarter's files are published a few weeks before it begins; there is nothing to do earlier. */
const publishedMs = 30 * dayMs;

const dayOf = (at: number) => calendarDateOf(wireDateTimeOf(new Date(at))) ?? "";

/** For today, and for the next 60 days. */
export async function checkCodeSets({ store, now }: ServerParts): Promise<Checked> {
  const sets = await store.codes.list();
  const today = setWarnings(sets, now());
  const soon = setWarnings(sets, new Date(now().getTime() + soonMs));
  const [warning] = [...today, ...soon];
  return {
    value:
      today.length > 0
        ? "not complete today"
        : soon.length > 0
          ? "complete today, not in 60 days"
          : "complete",
    ...(warning === undefined ? {} : { act: warning }),
  };
}

/** Whether files with limited validity cover today and the coming time. */
function coverage(what: string, sets: readonly LoadedSet[], now: number): Checked {
  if (sets.length === 0) return { value: "none imported" };
  const covers = (day: string) => sets.some((set) => set.inForceFrom <= day && day <= set.inForceTo);
  const act = `Import ${what}: dates of service without one are not checked.`;
  if (!covers(dayOf(now))) return { value: "none for today", act };
  for (let at = now; at <= now + soonMs; at += dayMs) {
    if (covers(dayOf(at))) continue;
    const value = `complete today, none from ${showDate(dayOf(at))} on`;
    return { value, ...(at - now <= publishedMs ? { act } : {}) };
  }
  return { value: "complete" };
}

export async function checkProcedures({ store, now }: ServerParts): Promise<Checked> {
  const sets = (await store.codes.list()).filter(({ system }) => system === "HCPCS");
  return coverage("the quarter’s HCPCS file", sets, now().getTime());
}

export async function checkPairs({ store, now }: ServerParts): Promise<Checked> {
  const sets = await store.codes.list();
  const quarter = quarterOf(dayOf(now().getTime()));
  const missing = missingFiles(sets, quarter);
  if (missing.length > 0) {
    const files = `${missing.length === 1 ? "file" : "files"} ${listWords(missing)} of ${quarter}`;
    const act = `Import ${files}: the pairs in ${missing.length === 1 ? "it" : "them"} are not checked.`;
    return { value: `in part today: ${files} not imported`, act };
  }
  const whole = sets.filter(
    ({ kind, inForceFrom }) => kind === "pairs" && missingFiles(sets, quarterOf(inForceFrom)).length === 0,
  );
  return coverage("the quarter’s NCCI files", whole, now().getTime());
}

export async function checkLimits({ store, now }: ServerParts): Promise<Checked> {
  const sets = (await store.codes.list()).filter(({ kind }) => kind === "limits");
  return coverage("the quarter’s MUE file", sets, now().getTime());
}
