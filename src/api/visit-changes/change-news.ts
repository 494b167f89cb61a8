import * as z from "zod/mini";

/** What the leading tab tells the other tabs of this browser. No patient data: only visit ids and a number. */
const changeNews = z.discriminatedUnion("kind", [
  /** These visits changed between the two numbers; none when it is only a sign of life. */
  z.object({
    kind: z.literal("changes"),
    since: z.number(),
    changeNumber: z.number(),
    visits: z.array(z.string()),
    isTooOld: z.boolean(),
    rightsMark: z.optional(z.string()),
  }),
  /** The service is not answering now. */
  z.object({ kind: z.literal("away") }),
]);
export type ChangeNews = z.output<typeof changeNews>;

/** Undefined for messages from another version of the console. */
export function readChangeNews(message: unknown): ChangeNews | undefined {
  const read = z.safeParse(changeNews, message);
  return read.success ? read.data : undefined;
}
