/** A column and what names its row. */
export const placeOf = (column: string, ...names: readonly (string | number)[]) =>
  [column, ...names].join(" ");

/**
 * What a sealed value is bound to: its table, column and row. It cannot be opened elsewhere, so that one patient's data
 * is never read as another's.
 */
export const associatedData = {
  event: (eventId: string) => placeOf("charged_event.content", eventId),
  withholdReason: (eventId: string) => placeOf("charged_event.withhold_reason", eventId),
  invoiceLines: (invoiceNumber: number) => placeOf("invoice.lines", invoiceNumber),
  endReason: (invoiceNumber: number) => placeOf("invoice.end_reason", invoiceNumber),
  closedDay: (day: string, practiceId: string) => placeOf("closed_day.sheets", day, practiceId),
  refusedEvent: (row: Refused) => placeOf("refused_event.content", row.event_id, row.received_at),
  refusedFaults: (row: Refused) => placeOf("refused_event.faults", row.event_id, row.received_at),
  note: (noteId: string) => placeOf("visit_note.content", noteId),
  actionDetail: (row: { readonly visit_id: string; readonly at: number; readonly deed: string }) =>
    placeOf("visit_deed.detail", row.visit_id, row.at, row.deed),
  subject: (messageId: number) => placeOf("message.subject", messageId),
  preview: (messageId: number) => placeOf("message.preview", messageId),
  labels: (userId: number, messageId: number) => placeOf("mailbox_entry.labels", userId, messageId),
  textBody: (messageId: number) => placeOf("message_body.text_body", messageId),
  htmlBody: (messageId: number) => placeOf("message_body.html_body", messageId),
  fileName: (row: Attachment) => placeOf("message_attachment.file_name", row.message_id, row.position),
  piece: (row: Attachment & { readonly piece: number }) =>
    placeOf("attachment_piece.content", row.message_id, row.position, row.piece),
  sentDigest: (userId: number, clientId: string) => placeOf("sent_message.content_digest", userId, clientId),
  draft: (userId: number, draftId: string) => placeOf("draft.content", userId, draftId),
  draftFile: (row: DraftPiece) =>
    placeOf("draft_file.content", row.userId, row.draftId, row.fileId, row.piece),
  totpSecret: (userId: number) => placeOf("totp.secret", userId),
} as const;

interface Refused {
  readonly event_id: string;
  readonly received_at: number;
}

interface Attachment {
  readonly message_id: number;
  readonly position: number;
}

interface DraftPiece {
  readonly userId: number;
  readonly draftId: string;
  readonly fileId: string;
  readonly piece: number;
}
