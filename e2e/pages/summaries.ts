/** An empty inbox, answered well. */
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
