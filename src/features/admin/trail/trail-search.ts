import * as z from "zod/mini";

const kept = z.catch(z.optional(z.string()), undefined);

/** What of the trail stands in its address: names and ids of ours, never what was typed of a patient. */
export const trailSearch = z.object({ actor: kept, action: kept, subject: kept, from: kept, to: kept });
export type TrailSearch = z.output<typeof trailSearch>;
