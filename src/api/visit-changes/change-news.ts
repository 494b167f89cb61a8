import * as z from "zod/mini";

/** What the tab that asks tells the other tabs of this browser. No patient data: ids of visits and a number. */
const changeNews = z.discriminatedUnion("kind", [
  /** These visits changed between the two numbers; none of them when it only says that all is well. */
  z.object({
    kind: z.literal("changes"),
    since: z.number(),
    changeNumber: z.number(),
    visits: z.array(z.string()),
    isTooOld: z.boolean(),
  }),
  /** The service does not answer just now. */
  z.object({ kind: z.literal("away") }),
]);
export type ChangeNews = z.output<typeof changeNews>;

/** Undefined for what another version of the console may say. */
export function readChangeNews(message: unknown): ChangeNews | undefined {
  const read = z.safeParse(changeNews, message);
  return read.success ? read.data : undefined;
}
