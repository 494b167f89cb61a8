/** A valid answer for an empty inbox. */
export const wellAnswered = {
  hasSessionKeyExpired: false,
  badSessionKey: false,
  unauthorizedAccess: false,
  folderNotFound: false,
  serverError: false,
  hasRequestTimedOut: false,
  hasError: false,
  summaries: [],
};
