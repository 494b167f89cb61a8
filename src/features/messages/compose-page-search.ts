import { addressReader, text } from "#room/contract/address-reader.ts";

/**
 * `to`, `subject` and `visit` (its id) come from a link and are removed from the URL as soon as they are read; `draft` is the random id
 * of a draft in this browser's workspace.
 */
export const composePageSearch = addressReader({ to: text, subject: text, visit: text, draft: text });
