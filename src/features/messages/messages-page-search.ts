import * as z from "zod/mini";

/** What of the messages page stands in its address: never words that were searched for, which may name a patient. */
export const messagesPageSearch = z.object({
  folder: z.catch(z.optional(z.enum(["drafts", "sent"])), undefined),
  /** The random id of the own message that is open in the list of those sent. */
  own: z.catch(z.optional(z.string()), undefined),
  show: z.catch(z.optional(z.enum(["unread", "attachments"])), undefined),
  sort: z.catch(z.optional(z.enum(["received", "from", "subject", "size", "attachment"])), undefined),
  order: z.catch(z.optional(z.enum(["asc", "desc"])), undefined),
});
export type MessagesPageSearch = z.output<typeof messagesPageSearch>;
