import type { Faults } from "#room/contract/find-issues.ts";
import { formatPath } from "#room/contract/issues.ts";

/** One field's failure as the wire writes it (interface 2.16). */
export interface RefusedField {
  readonly errorCode: string;
  /** The path in wire names with indexes: `AutoChargedEvent.visitCharged.charges[1].cpt`. */
  readonly fieldName: string;
  readonly message: string;
}

/**
 * Thrown by a handler (or anything below it) to answer a request with an HTTP status and a `responseStatus` body.
 * The message is shown to the caller, so it never holds patient data, passwords or session keys.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly errorCode: string;
  readonly errors: readonly RefusedField[];
  /** Headers that go with the answer, `retry-after` for one. */
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(
    status: number,
    errorCode: string,
    message: string,
    detail: { errors?: readonly RefusedField[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    // A refusal is an answer, not a fault: nobody reads its stack, and taking one costs more than refusing.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = "Refusal";
    this.status = status;
    this.errorCode = errorCode;
    this.errors = detail.errors ?? [];
    this.headers = detail.headers;
  }
}

/** The 400 that lists the failures of a body; its code and message are the first failure's. */
export function invalidRequest({ issues, total }: Faults): Refusal {
  const errors = issues.map(({ path, code, message }) => ({
    errorCode: code,
    fieldName: formatPath(path),
    message,
  }));
  const first = issues[0];
  const rest = total - issues.length;
  const message = first?.message ?? "The request is not valid.";
  // Not shown by the interface: more failures than this are counted, not listed, so that no answer grows without end.
  const more = rest === 1 ? "1 further failure is not listed." : `${rest} further failures are not listed.`;
  return new Refusal(400, first?.code ?? "ValidationException", rest > 0 ? `${message} ${more}` : message, {
    errors,
  });
}

/** A 400 about one member of the request. */
export function invalidMember(errorCode: string, fieldName: string, message: string): Refusal {
  return new Refusal(400, errorCode, message, { errors: [{ errorCode, fieldName, message }] });
}

/** The 401 of an operation that needs a session. `credentials` is no scheme that browsers open a box for. */
export function notAuthenticated(message = "Not Authenticated"): Refusal {
  return new Refusal(401, "Unauthorized", message, {
    headers: { "www-authenticate": 'credentials realm="/auth/credentials"' },
  });
}
