/** WALK_RUNS=40 walks further and WALK_SEED=random elsewhere; a failure's report names its seed. */
const { WALK_RUNS = "4", WALK_SEED = "20261123" } = process.env;
export const numRuns = Number(WALK_RUNS);
const seed = WALK_SEED === "random" ? Date.now() % 2 ** 31 : Number(WALK_SEED);
export const walk = { numRuns, seed, endOnFailure: true, includeErrorInReport: true };

/** A date and time of the wire as the page's two fields show them; undefined if it is none. */
export function readWire(text: unknown): { readonly date: string; readonly time: string } | undefined {
  if (text === undefined || text === "") return { date: "", time: "" };
  const [, year, month, day, hour, minute] =
    /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):\d\d)?$/.exec(String(text)) ?? [];
  if (year === undefined) return undefined;
  const hours = Number(hour);
  const time = `${hours % 12 || 12}:${minute} ${hours < 12 ? "AM" : "PM"}`;
  return { date: `${month}/${day}/${year}`, time: hour === undefined ? "" : time };
}
