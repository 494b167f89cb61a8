import * as z from "zod/mini";

const text = z.catch(z.optional(z.string()), undefined);

/**
 * `to` and `subject` come from a link and are taken out of the address as soon as they are read; `draft` is the random
 * id of a draft in this browser's workspace.
 */
export const composePageSearch = z.object({ to: text, subject: text, draft: text });
