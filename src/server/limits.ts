/** What one caller may use of the server, and how long things last, where no clinic has needed another value. */
export const limits = {
  /** Seconds within which a request must have arrived. */
  bodySeconds: 300,
  /** The same for a large message that does not say whose it is. */
  anonymousSeconds: 20,
  /** Per minute and session. */
  searchesPerMinute: 1200,
  messagesPerMinute: 300,
  /** Code files checked or imported, directories saved, keys and backups made. */
  importsPerMinute: 60,
  /** Per API key, and process. */
  keyCallsPerMinute: 6000,
  /** Per address, successful or not. */
  signInsPerMinute: 600,
  /** How many sessions' worth of calls one address may make. */
  sessionsPerAddress: 20,
  /** After which a messaging operation answers hasRequestTimedOut. */
  messagingTimeoutMs: 20_000,
  /** Days for which an ended session is still reported as expired. */
  endedSessionDays: 30,
};

/** Tests give others. */
export type Limits = Readonly<typeof limits>;
