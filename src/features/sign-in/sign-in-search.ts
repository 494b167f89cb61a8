import * as z from "zod/mini";

/** `/sign-in?continue=/visits`: where to go afterwards, a path of this console. `ended` says why one stands here. */
export const signInSearch = z.object({
  continue: z.catch(z.optional(z.string()), undefined),
  /** The provider whose account is to be linked. */
  link: z.catch(z.optional(z.string()), undefined),
  ended: z.catch(z.optional(z.enum(["signed-out", "other-user"])), undefined),
});

/** What an identity provider brings back. The values are used once and taken out of the address. */
export const signInCallbackSearch = z.object({
  state: z.catch(z.optional(z.coerce.string()), undefined),
  code: z.catch(z.optional(z.coerce.string()), undefined),
  error: z.catch(z.optional(z.coerce.string()), undefined),
});
