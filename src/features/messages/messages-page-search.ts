import { addressReader, oneOf, text } from "#room/contract/address-reader.ts";

/** The messages page's URL parameters: never search words, which may name a patient. */
export const messagesPageSearch = addressReader({
  folder: oneOf("drafts", "sent", "archive"),
  /** The random id of the own message that is open in the Sent list. */
  own: text,
  show: oneOf("unread", "attachments"),
  /** One of the shared addresses, or `own`. */
  mailbox: text,
  /** Of the sent messages, only those. */
  needs: oneOf("attention"),
  sort: oneOf("received", "from", "subject", "size", "attachment"),
  order: oneOf("asc", "desc"),
});
export type MessagesPageSearch = ReturnType<typeof messagesPageSearch>;
