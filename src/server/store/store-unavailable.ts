const gone = "the connection to the database was lost";

/**
 * The database cannot do its work now, through no fault of the request: it is gone, full, locked, too slow. The
 * request is answered with 503 and may come again.
 */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
  /** Why, for the log: holds no values of any statement. */
  readonly reason: string;
  /** True when it is the connection that is gone: another may be had at once. */
  readonly isLost: boolean;
  /** True when the connection went while a write was under way, so that nobody knows whether it is done. */
  readonly mayBeDone: boolean;

  constructor(reason: string, { cause, mayBeDone = false }: { cause?: unknown; mayBeDone?: boolean } = {}) {
    super(`The store cannot be used: ${reason}`, { cause });
    this.reason = reason;
    this.isLost = reason === gone;
    this.mayBeDone = mayBeDone;
  }
}

/** By the first letters of an error's code, PostgreSQL's and SQLite's; the first that fits. */
const reasons: readonly [codes: RegExp, reason: string][] = [
  [/^(08|57P0[1245])/, gone],
  [/^57P03/, "the database is starting up or shutting down"],
  [/^53100/, "the database's disk is full"],
  [/^53300/, "the database takes no more connections"],
  [/^53/, "the database is out of memory or another resource"],
  [/^(55P03|40P01|40001)/, "another transaction holds what is needed"],
  [/^57014/, "the database took too long"],
  [/^25P0[34]/, "the transaction stood still for too long"],
  [/^25006/, "the database is read-only"],
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

/** What node-postgres says without a code. */
const lostMessage =
  /^(Connection terminated|Client (has encountered a connection error|was closed)|Cannot use a pool after)/;

/** The reason that the database itself gives; undefined for a fault of the statement. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? String(error.code) : "";
  if (code !== "") return reasons.find(([codes]) => codes.test(code))?.[1];
  if (/timeout exceeded when trying to connect/.test(error.message))
    return "no connection to the database came free in time";
  return lostMessage.test(error.message) ? gone : undefined;
}

/** The error as StoreUnavailable where it is one; any other as it is. */
export function asUnavailable(error: unknown, mayBeDone = false): unknown {
  if (error instanceof StoreUnavailable) return error;
  const reason = reasonOf(error);
  if (reason === undefined) return error;
  return new StoreUnavailable(reason, { cause: error, mayBeDone: mayBeDone && reason === gone });
}
