import { counted } from "#room/contract/primitives/counted.ts";
import type { Faults } from "#room/contract/find-issues.ts";
import { formatPath } from "#room/contract/issues.ts";

/** A field’s issue on the wire (interface 2.16). */
export interface RefusedField {
  readonly errorCode: string;
  /** The path in wire names with indexes: `AutoChargedEvent.visitCharged.charges[1].cpt`. */
  readonly fieldName: string;
  readonly message: string;
}

/**
 * Thrown by a handler (or anything below it) to answer with an HTTP status and a `responseStatus` body. The message is
 * shown to the caller, so it must not contain patient data, passwords or session keys.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly errorCode: string;
  readonly errors: readonly RefusedField[];
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(
    status: number,
    errorCode: string,
    message: string,
    detail: { errors?: readonly RefusedField[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    // A refusal is an answer, not an error: nobody reads its stack, and capturing one costs more than refusing.
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

/** A caller who was let in has lost the session or the right since: nobody tried to get at anything. */
export class LostMeanwhile extends Refusal {
  constructor({ status, errorCode, message, headers }: Refusal) {
    super(status, errorCode, message, headers && { headers });
  }
}

/** The 400 that lists a body's issues; its code and message are those of the first one. */
export function invalidRequest({ issues, total }: Faults): Refusal {
  const errors = issues.map(({ path, code, message }) => ({
    errorCode: code,
    fieldName: formatPath(path),
    message,
  }));
  const first = issues[0];
  const rest = total - issues.length;
  const message = first?.message ?? "The request is not valid.";
  // Not shown by the interface: further issues are counted, not listed, which bounds the answer.
  const more = counted(rest, "further failure is not listed.", "further failures are not listed.");
  return new Refusal(400, first?.code ?? "ValidationException", rest > 0 ? `${message} ${more}` : message, {
    errors,
  });
}

export function invalidMember(errorCode: string, fieldName: string, message: string): Refusal {
  return new Refusal(400, errorCode, message, { errors: [{ errorCode, fieldName, message }] });
}

/** The 403 of whoever is limited to some practices, for what concerns the others too. */
export function concernsAll(): Refusal {
  return new Refusal(
    403,
    "OutsideYourPractices",
    "This concerns all practices, and you have access to only some. Ask somebody who has access to all of them.",
  );
}

/** The 503 of a server, or the 429 of a caller, that has too much to do. */
export function tryAgainIn(seconds: number, message: string, status: 429 | 503 = 503): Refusal {
  const errorCode = status === 429 ? "TooManyRequests" : "ServiceUnavailable";
  return new Refusal(status, errorCode, message, { headers: { "retry-after": String(seconds) } });
}

/** The 429 for what failed too often. */
export function tooMany(seconds: number, what = "Too many failed sign-ins."): Refusal {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return tryAgainIn(seconds, `${what} Try again in ${wait}.`, 429);
}

export const storeIsAway =
  "The server cannot use its database right now. Nothing was done; try again in a few seconds.";

/** The 409 for what is to be saved over a version that is not the last. */
export function changedMeanwhile(errorCode: string, what = "this"): Refusal {
  const message = `Somebody else changed ${what} in the meantime. Nothing was saved: review it and save again.`;
  return new Refusal(409, errorCode, message);
}

/** The 401 of whoever is not signed in. Browsers show no sign-in box for the scheme `credentials`. */
export function notSignedIn(errorCode: string, message: string): Refusal {
  return new Refusal(401, errorCode, message, {
    headers: { "www-authenticate": 'credentials realm="/auth/credentials"' },
  });
}

/** The 401 of an operation that needs a session. */
export function notAuthenticated(message = "Not Authenticated"): Refusal {
  return notSignedIn("Unauthorized", message);
}
