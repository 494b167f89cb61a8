const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the mail service is not listening there",
  ECONNRESET: "the mail service closed the connection",
  ENOTFOUND: "its host name is not known",
  EAI_AGAIN: "its host name could not be looked up",
  ETIMEDOUT: "the mail service did not answer in time",
  CONNECT_TIMEOUT: "the mail service did not answer in time",
  GREETING_TIMEOUT: "the mail service did not answer in time",
  UPGRADE_TIMEOUT: "the mail service did not answer in time",
  EHOSTUNREACH: "it cannot be reached from here",
  ENETUNREACH: "it cannot be reached from here",
  NoConnection: "the mail service closed the connection",
  EConnectionClosed: "the mail service closed the connection",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host name",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is from an unknown authority; DIRECT_TLS_CA names one",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is from an unknown authority; DIRECT_TLS_CA names one",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is from an unknown authority; DIRECT_TLS_CA names one",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is from an unknown authority; DIRECT_TLS_CA names one",
  StoreUnavailable: "what was fetched could not be stored; see the database and its disk",
};

/** Why mail could not be fetched, as the end of a sentence. Never what the other side wrote, which may be anything. */
export function fetchFailure(error: unknown): string {
  if (!(error instanceof Error)) return "the reason is not known";
  if ("authenticationFailed" in error && error.authenticationFailed === true)
    return "the mail service refused the user name or password of DIRECT_IMAP_URL";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return (
    words[code] ??
    words[error.name] ??
    `the mail service gave an error${/^\w{1,40}$/.test(code) ? ` (${code})` : ""}`
  );
}
