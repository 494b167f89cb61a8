import * as z from "zod/mini";

/** Of how many days. */
export const spans = ["14", "30", "90"] as const;

export const overviewSearch = z.object({ days: z.catch(z.optional(z.enum(spans)), undefined) });
