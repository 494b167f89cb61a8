import type { Generated } from "kysely";
import type { StoredText } from "#room/server/vault/stored-text.ts";

/**
 * Set aside: not delivered, its original is kept if it could be fetched. Id reused: delivered and marked, its Message-ID is
 * that of an earlier letter. Repeated: not delivered, its mailboxes have it.
 */
export type LetterOutcome = "set aside" | "id reused" | "repeated";

/** Processed: taken by the recipient's provider. */
export type NoticeKind = "processed" | "delivered" | "failed" | "delayed";

export interface MailTables {
  message: {
    message_id: Generated<number>;
    sender: string;
    /** JSON lists of addresses. */
    to_list: string;
    cc_list: string;
    created_time: string | null;
    subject: StoredText;
    size: number;
    attachment_count: number;
    received_at: number;
    /** Its first words; null: not made yet. */
    preview: StoredText | null;
    /** Whether its words are in `message_text`, see message-words.ts. */
    search_state: number;
    /** Its Message-ID, without brackets. */
    mail_id: string | null;
    /** Those it refers to, with blanks between, the one it answers last. */
    mail_references: string | null;
    /** Its conversation: the number of one of its messages. Null: in no mailbox. */
    thread_id: number | null;
  };
  thread_mail: { mail_id: string; thread_id: number };
  message_visit: { message_id: number; visit_id: string };
  message_body: { message_id: number; text_body: StoredText | null; html_body: StoredText | null };
  message_attachment: {
    message_id: number;
    position: number;
    file_name: StoredText;
    content_type: string;
    size: number;
  };
  attachment_piece: {
    message_id: number;
    position: number;
    piece: number;
    content: Uint8Array;
    /** The data key that its content is sealed under; 0: none. */
    key_id: number;
  };
  mailbox: {
    user_id: number;
    changes: number;
    /** 1: senders here see when their messages were opened. */
    tells_opened: Generated<number>;
  };
  mailbox_entry: {
    user_id: number;
    message_id: number;
    received_at: number;
    /** Of the last change to it. */
    change_number: number;
    is_read: Generated<number>;
    is_archived: Generated<number>;
    /** A JSON list; null: none. */
    labels: StoredText | null;
    /** When it was first opened; null: not yet, or not told. */
    opened_at: number | null;
    /** 1: it came before its person joined the shared address, and they have not opened it since. */
    was_brought: Generated<number>;
  };
  shared_letter: {
    message_id: number;
    address_key: string;
    taken_by: number | null;
    answering_by: number | null;
    /** The last instant at which that is believed. */
    answering_until: Generated<number>;
    answered_by: number | null;
    answered_at: number | null;
    archived_by: number | null;
  };
  outgoing_mail: {
    outgoing_id: Generated<number>;
    message_id: number;
    sender: string;
    sender_user_id: number | null;
    recipient: string;
    state: "waiting" | "sent" | "failed";
    attempts: number;
    next_attempt_at: number;
    claimed_by: string | null;
    claimed_until: number;
    last_error: string | null;
    queued_at: number;
    may_have_arrived: number;
    notice_id: number | null;
    /** Its Message-ID without brackets: the same for all recipients of the message. Null: queued by an earlier version. */
    mail_id: string | null;
    /** When it was handed over; null: not, or before this was noted. */
    sent_at: number | null;
    /** 1: its recipient's mail service was asked to tell what became of it. */
    is_asked: number;
  };
  /** One row: how mail goes to other domains. */
  mail_setting: {
    one: number;
    asks_for_notices: number;
    notice_minutes: number;
    test_message_id: number | null;
    /** Counts its changes, so that nobody overwrites what they have not seen. */
    version: number;
  };
  /** What others told of a mail, each once. */
  delivery_notice: {
    outgoing_id: number;
    kind: NoticeKind;
    told_at: number;
    /** RFC 3463: "5.1.1". */
    status: string | null;
    reason: string | null;
    /** The letter that told it, which is in no mailbox. */
    message_id: number | null;
  };
  sent_message: {
    user_id: number;
    /** Chosen by the sender, or made up for one who chose none. */
    client_id: string;
    message_id: number | null;
    content_digest: StoredText;
    /** Null only with `message_id`. */
    sent_at: number | null;
    /** A JSON list. Only the sender may know it. */
    bcc_list: string;
    /** A JSON list of the failed deliveries that need nothing more. */
    attended: Generated<string>;
    resend_of: number | null;
    /** The normalized shared address that it was sent from; null: the sender's own. */
    shared_from: string | null;
  };
  fetched_mail: {
    user_id: number;
    /** The mail's Message-ID; in a second row with a digest of its content, or alone if it has none. */
    mail_key: string;
    fetched_at: number;
  };
  /** A letter at the mail service; rows of those that were simply delivered are deleted. */
  mail_attempt: {
    attempt_id: Generated<number>;
    account: string;
    uid_validity: string;
    uid: number;
    attempts: number;
    tried_at: number;
    outcome: LetterOutcome | null;
    reason: string | null;
    sender: string | null;
    size: number | null;
    /** The kept original: a message in no mailbox. */
    message_id: number | null;
  };
  draft_box: { user_id: number; changes: number };
  draft: {
    user_id: number;
    draft_id: string;
    version: number;
    change_number: number;
    editor_id: string;
    updated_at: number;
    /** JSON; null: it was sent or discarded. */
    content: StoredText | null;
  };
  draft_file: {
    user_id: number;
    draft_id: string;
    file_id: string;
    piece: number;
    /** Bytes. */
    size: number;
    /** Base64. */
    content: StoredText;
  };
}
