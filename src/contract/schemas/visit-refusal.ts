/**
 * The errorCodes by which the operations on visits refuse, with their HTTP status. They come in `responseStatus`; those
 * of 400 name the member in `errors`.
 */
export const visitRefusals = {
  /** No event ever named this visit, or this event. */
  VisitNotFound: 404,
  /** The visit is of a practice that the user may not see, or the filter asks for one. */
  OutsideYourPractices: 403,
  /** Somebody else has it: `errors` holds one with the fieldName `takenBy` whose message is that user's name. */
  VisitTaken: 409,
  /** An event came after the one that the caller has seen. */
  VisitChanged: 409,
  /** It is charged or closed: there is nothing left to take, put off or close. */
  VisitNotOpen: 409,
  /** It is open and not put off, or it has its invoice: there is nothing to reopen. */
  VisitNotClosed: 409,
  /** The cursor is none of ours, or belongs to another filter or order. */
  InvalidCursor: 400,
  /** So many notes, saved views or waiting calls are enough. */
  TooMany: 409,
  /** The saved view is not there, or not the asker's and not shared. */
  ViewNotFound: 404,
  /** A shared view of somebody else is changed and removed by its owner alone. */
  NotYourView: 403,
} as const;
export type VisitRefusalCode = keyof typeof visitRefusals;
