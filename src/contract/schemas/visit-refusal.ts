/**
 * The errorCodes of the operations on visits, with their HTTP status. They come in `responseStatus`; a 400
 * also names the member in `errors`.
 */
export const visitRefusals = {
  /** No event ever named this visit, or no such event exists. */
  VisitNotFound: 404,
  /** The visit, or the filter, names a practice the user may not see. */
  OutsideYourPractices: 403,
  /**
   * Somebody else has it: `errors` has an entry with the fieldName `takenBy` and that user's name as its
   * message.
   */
  VisitTaken: 409,
  /** An event arrived after the one the caller has seen. */
  VisitChanged: 409,
  /** The eventId of a correction or void was used before, with other content. */
  EventIdReused: 409,
  /** The invoice to correct or void was replaced or voided before, or is another visit's. */
  InvoiceNotNewest: 409,
  /** It is charged or closed, so it cannot be taken, put off or closed. */
  VisitNotOpen: 409,
  /** It is open and not put off, or has its invoice, so it cannot be reopened. */
  VisitNotClosed: 409,
  /** The cursor is invalid, or belongs to another filter or order. */
  InvalidCursor: 400,
  /** The limit of notes or saved views is reached. */
  TooMany: 409,
  /** Another note has this id: other text, on another visit, or somebody else's. */
  NoteIdUsed: 409,
  /** The saved view does not exist, or is not the caller's and not shared. */
  ViewNotFound: 404,
  /** A shared view can be changed or removed only by its owner. */
  NotYourView: 403,
} as const;
export type VisitRefusalCode = keyof typeof visitRefusals;
