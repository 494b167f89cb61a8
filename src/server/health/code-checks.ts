import { clinicToday } from "#room/server/clinic-today.ts";
import { listWords } from "#room/contract/primitives/list-words.ts";
import { dateOfDay, dayNumber } from "#room/billing/clinic-days.ts";
import { showDate } from "#room/billing/show-date.ts";
import { quarterOf } from "#room/contract/primitives/quarter.ts";
import { missingFiles } from "#room/server/codes/claim-edits/claim-edits.ts";
import type { LoadedSet } from "#room/server/codes/loaded-set.ts";
import { setWarnings } from "#room/server/codes/set-warnings.ts";
import type { ServerParts } from "#room/server/handler.ts";
import type { Checked } from "./health-words.ts";

const soonDays = 60;
/** A quarter's files are published a few weeks before it begins; there is nothing to do earlier. */
const publishedDays = 30;

const dayIn = (days: number, today: string) => dateOfDay(dayNumber(today) + days);

/** For today, and for the next 60 days. */
export async function checkCodeSets({ store, now }: ServerParts): Promise<Checked> {
  const sets = await store.codes.list();
  const date = clinicToday({ store, now });
  const today = setWarnings(sets, date);
  const soon = setWarnings(sets, dayIn(soonDays, date));
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
function coverage(what: string, sets: readonly LoadedSet[], today: string): Checked {
  if (sets.length === 0) return { value: "none imported" };
  const covers = (day: string) => sets.some((set) => set.inForceFrom <= day && day <= set.inForceTo);
  const act = `Import ${what}: dates of service without one are not checked.`;
  if (!covers(today)) return { value: "none for today", act };
  for (let days = 1; days <= soonDays; days += 1) {
    const day = dayIn(days, today);
    if (covers(day)) continue;
    const value = `complete today, none from ${showDate(day)} on`;
    return { value, ...(days <= publishedDays ? { act } : {}) };
  }
  return { value: "complete" };
}

export async function checkProcedures({ store, now }: ServerParts): Promise<Checked> {
  const sets = (await store.codes.list()).filter(({ system }) => system === "HCPCS");
  return coverage("the quarter’s HCPCS file", sets, clinicToday({ store, now }));
}

export async function checkPairs({ store, now }: ServerParts): Promise<Checked> {
  const sets = await store.codes.list();
  const today = clinicToday({ store, now });
  const quarter = quarterOf(today);
  const missing = missingFiles(sets, quarter);
  if (missing.length > 0) {
    const files = `${missing.length === 1 ? "file" : "files"} ${listWords(missing)} of ${quarter}`;
    const act = `Import ${files}: the pairs in ${missing.length === 1 ? "it" : "them"} are not checked.`;
    return { value: `in part today: ${files} not imported`, act };
  }
  const whole = sets.filter(
    ({ kind, inForceFrom }) => kind === "pairs" && missingFiles(sets, quarterOf(inForceFrom)).length === 0,
  );
  return coverage("the quarter’s NCCI files", whole, today);
}

export async function checkLimits({ store, now }: ServerParts): Promise<Checked> {
  const sets = (await store.codes.list()).filter(({ kind }) => kind === "limits");
  return coverage("the quarter’s MUE file", sets, clinicToday({ store, now }));
}
