import { addressReader, text } from "#room/contract/address-reader.ts";

/** What of the trail stands in its address: names and ids of ours, never what was typed of a patient. */
export const trailSearch = addressReader({ actor: text, action: text, subject: text, from: text, to: text });
export type TrailSearch = ReturnType<typeof trailSearch>;
