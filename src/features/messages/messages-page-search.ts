import { addressReader, oneOf, text } from "#room/contract/address-reader.ts";

/** What of the messages page stands in its address: never words that were searched for, which may name a patient. */
export const messagesPageSearch = addressReader({
  folder: oneOf("drafts", "sent"),
  /** The random id of the own message that is open in the list of those sent. */
  own: text,
  show: oneOf("unread", "attachments"),
  sort: oneOf("received", "from", "subject", "size", "attachment"),
  order: oneOf("asc", "desc"),
});
export type MessagesPageSearch = ReturnType<typeof messagesPageSearch>;
