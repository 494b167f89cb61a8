import type * as z from "zod/mini";
import type { Right } from "./rights.ts";

/** Whether a call can change data. Only reads may be cached or retried by the client itself. */
export type Effect = "read" | "write";

/**
 * Where a request carries its session. `header`: the cookie or `X-ss-id`; `body`: the members `sessionKey`
 * and `loggedInUser` (messaging); `none`: no sign-in needed.
 */
export type SessionPlace = "header" | "body" | "none";

/** The right a caller needs. "anyone" is allowed only for operations without a session. */
export type NeededRight<S extends SessionPlace> = S extends "none" ? "anyone" : Right | "signed-in";

/** Whether the answer discloses patient data. A read that does is recorded in the audit log. */
export type Disclosure = "patient-data" | "no-patient-data";

/** The failures that a 200 answer reports by flags (messaging operations). Empty for all others. */
export interface Faults<Reply, Code extends string> {
  readonly codes: readonly Code[];
  /** A reply without a fault, where there are flags. */
  readonly empty?: Reply;
  /**
   * The fault an answer reports, or undefined. Accepts any JSON: a service that reports a fault may leave out
   * members that a successful answer must have.
   */
  read(answer: unknown): { code: Code; message: string } | undefined;
  /** The answer with all its flags and lists: a service may omit those that are false or empty. */
  filled(answer: unknown): unknown;
  /** A reply that reports only this fault. */
  write(code: Code, message: string): Reply;
}

interface StatedFacts<E extends Effect, S extends SessionPlace, D extends Disclosure> {
  /** The wire name. Also defines the generic routes `/json/reply/<name>`, `/json/syncreply/<name>` and `/api/<name>`. */
  readonly name: string;
  readonly effect: E;
  /** Absent: in the header. */
  readonly session?: S;
  readonly right: NeededRight<S>;
  readonly discloses: D;
  /**
   * How long a client waits, from sending to the last byte of the answer, in milliseconds. Absent: 20,000. Not
   * shown by the interface: it names no durations, so these are ours.
   */
  readonly timeLimitMs?: number;
  /**
   * Refused with `ProveAgain` unless the session's user has proved their identity in the last few minutes.
   */
  readonly asksAgain?: boolean;
  /**
   * Allowed for a user who has yet to set up the second factor their role requires
   * (`SecondFactorSetUpNeeded`).
   */
  readonly beforeFactor?: boolean;
  /** The answer is a CSV file, sent while it is read. One that breaks off ends in a broken connection. */
  readonly answers?: "csv";
  /** The dedicated route, if the interface shows one. */
  readonly path?: string;
  /** True for operations our server adds to the interface. Another service may answer 404 or 405. */
  readonly extension?: boolean;
}

/** How long a client may reuse an answer without asking again, in milliseconds. Of a write never. */
type Freshness<E extends Effect> = E extends "read" ? { readonly freshMs: number } : unknown;

/** The facts about an operation that do not depend on its schemas. */
export interface OperationFacts<
  E extends Effect = Effect,
  S extends SessionPlace = SessionPlace,
  D extends Disclosure = Disclosure,
> extends StatedFacts<E, S, D> {
  readonly session: S;
  readonly timeLimitMs: number;
}

interface Schemas<Request extends z.ZodMiniType, Reply extends z.ZodMiniType> {
  readonly request: Request;
  readonly response: Reply;
  /**
   * An additional right that some requests need, depending on their content. Receives the caller's user name.
   */
  alsoNeeds?(request: z.output<Request>, userName: string): Right | undefined;
}

/** One operation of the interface, defined once for both programs. */
export type Operation<
  Request extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  Code extends string,
  E extends Effect,
  S extends SessionPlace,
  D extends Disclosure,
> = OperationFacts<E, S, D> &
  Freshness<E> &
  Schemas<Request, Reply> & { readonly faults: Faults<z.output<Reply>, Code> };

/** What all operations have in common by which anyone begins a session. */
export const withoutSession = {
  effect: "write",
  session: "none",
  right: "anyone",
  discloses: "no-patient-data",
} as const;

/** For operations that report failures only by HTTP status and `responseStatus`. */
export const noFaults = {
  codes: [],
  filled: (answer: unknown) => answer,
  read: () => undefined,
  write: (): never => {
    throw new Error("This operation reports no faults by flags");
  },
} satisfies Faults<unknown, never>;

export function defineOperation<
  Request extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  Code extends string,
  E extends Effect,
  D extends Disclosure,
  S extends SessionPlace = "header",
>(
  operation: StatedFacts<E, S, D> &
    Freshness<E> &
    Schemas<Request, Reply> & { readonly faults: Faults<z.output<Reply>, Code> },
): Operation<Request, Reply, Code, E, S, D> {
  // Without a session of its own S is "header", which the spread cannot know.
  return { session: "header" as S, timeLimitMs: 20_000, ...operation };
}

/** An operation that our server adds to the interface. It reports failures only by HTTP status and `responseStatus`. */
export function defineExtension<
  Request extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  E extends Effect,
  D extends Disclosure,
  S extends SessionPlace = "header",
>(
  operation: StatedFacts<E, S, D> & Freshness<E> & Schemas<Request, Reply>,
): Operation<Request, Reply, never, E, S, D> {
  return defineOperation({ ...operation, extension: true, faults: noFaults });
}
