import { addressReader, text } from "#room/contract/address-reader.ts";

/** The trail's URL parameters: our own names and ids, never anything typed about a patient. */
export const trailSearch = addressReader({ actor: text, action: text, subject: text, from: text, to: text });
export type TrailSearch = ReturnType<typeof trailSearch>;
