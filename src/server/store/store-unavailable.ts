const gone = "the connection to the database was lost";
const readOnly = "the database is read-only";

/**
 * The database is unavailable through no fault of the request: unreachable, full, locked or too slow. Answered with
 * 503; the caller may retry.
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  /** The reason for the log, without any statement values. */
  readonly reason: string;
  /** True when the connection was lost; another may be available immediately. */
  readonly isLost: boolean;
  /** True when the connection leads to a server that others have replaced: a new one may lead to its successor. */
  readonly isOutdated: boolean;
  /** True when the connection was lost during a write, so that its outcome is unknown. */
  readonly mayBeDone: boolean;

  constructor(reason: string, { cause, mayBeDone = false }: { cause?: unknown; mayBeDone?: boolean } = {}) {
    super(`The store cannot be used: ${reason}`, { cause });
    this.reason = reason;
    this.isLost = reason === gone;
    this.isOutdated = reason === readOnly;
    this.mayBeDone = mayBeDone;
  }
}

/** What is read for an answer about what is done already; undefined if the store is unavailable by then. */
export async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

/** What follows upon what is done: where it fails, nobody is told that nothing was done. */
export async function afterDone<T>(rest: Promise<T>): Promise<T> {
  try {
    return await rest;
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new StoreUnavailable(error.reason, { cause: error, mayBeDone: true });
  }
}

/** Reasons by prefix of PostgreSQL's and SQLite's error codes; the first match wins. */
const reasons: readonly [codes: RegExp, reason: string][] = [
  [/^(08|57P0[1245])/, gone],
  [/^57P03/, "the database is starting up or shutting down"],
  [/^53100/, "the database's disk is full"],
  [/^53300/, "the database takes no more connections"],
  [/^53/, "the database is out of memory or another resource"],
  [/^(55P03|40P01|40001)/, "another transaction holds what is needed"],
  [/^57014/, "the database took too long"],
  [/^25P0[34]/, "the transaction stood still for too long"],
  [/^25006/, readOnly],
  [/^(58|XX00[12])/, "the database cannot read or write its files"],
  [/^(28|3D000)/, "the database refuses the connection"],
  [/^SQLITE_(BUSY|LOCKED)/, "another process has held the database locked for too long"],
  [/^SQLITE_FULL/, "the disk is full"],
  [/^SQLITE_READONLY/, "the database file is read-only"],
  [/^SQLITE_(IOERR|CANTOPEN|NOLFS|PROTOCOL)/, "the database file cannot be read or written"],
  [/^SQLITE_(CORRUPT|NOTADB)/, "the database file is damaged"],
  [/^SQLITE_NOMEM/, "there is no memory left for the database"],
  [/^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|NOENT)/, "the database cannot be reached"],
];

/** node-postgres messages that have no code. */
const lostMessage =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|Cannot use a pool after)/;

/** The database's own reason; undefined for a faulty statement. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  if (code !== "") return reasons.find(([codes]) => codes.test(code))?.[1];
  if (/timeout exceeded when trying to connect/.test(error.message))
    return "no connection to the database came free in time";
  return lostMessage.test(error.message) ? gone : undefined;
}

/** Converts an error to StoreUnavailable if it is one; returns any other unchanged. */
export function asUnavailable(error: unknown, mayBeDone = false): unknown {
  if (error instanceof StoreUnavailable) return error;
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  return new StoreUnavailable(reason, { cause: error, mayBeDone: mayBeDone && reason === gone });
}

const postgresUniqueViolation = "23505";

/** Whether an error of either engine means that a row with that key exists. */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  const code = String(error.code);
  return (
    code === postgresUniqueViolation ||
    code === "SQLITE_CONSTRAINT_UNIQUE" ||
    code === "SQLITE_CONSTRAINT_PRIMARYKEY"
  );
}
