import type * as z from "zod/mini";
import type { Right } from "./rights.ts";

/** Whether a call can change anything. Only a read may be cached, or repeated by the client itself. */
export type Effect = "read" | "write";

/**
 * Where a request shows the session that it needs. `header`: the cookie or `X-ss-id`; `body`: the members `sessionKey`
 * and `loggedInUser` (messaging); `none`: nobody need be signed in.
 */
export type SessionPlace = "header" | "body" | "none";

/** What a caller must be let do. Only where no session is needed, nobody need be. */
export type NeededRight<S extends SessionPlace> = S extends "none" ? "anyone" : Right | "signed-in";

/** Whether the answer tells anything of patients. A read that does leaves a row in the audit trail. */
export type Disclosure = "patient-data" | "no-patient-data";

/** The failures that a 200 answer reports by flags (the messaging operations); elsewhere the list is empty. */
export interface Faults<Reply, Code extends string> {
  readonly codes: readonly Code[];
  /**
   * The one fault that an answer reports, or undefined when it reports none. Any JSON will do: a service that reports
   * a fault may leave out what an answer without one must have.
   */
  read(answer: unknown): { code: Code; message: string } | undefined;
  /** The same answer with its flags: a service may leave out what is false. */
  filled(answer: unknown): unknown;
  /** The reply that reports this fault and nothing else. */
  write(code: Code, message: string): Reply;
}

/** What there is to know of an operation whatever its schemas are. */
export interface OperationFacts<
  E extends Effect = Effect,
  S extends SessionPlace = SessionPlace,
  D extends Disclosure = Disclosure,
> {
  /** The wire name; gives the generic routes `/json/reply/<name>` and `/api/<name>`. */
  readonly name: string;
  /** The dedicated route, where the interface shows one. */
  readonly path?: string;
  readonly effect: E;
  readonly session: S;
  readonly right: NeededRight<S>;
  readonly discloses: D;
  /** For so long a client may show an answer again without asking; of a write, never. Milliseconds. */
  readonly freshMs: E extends "read" ? number : "never";
  /**
   * So long a client waits, from sending to the last byte of the answer. Not shown by the interface: no durations, so
   * they are ours. Milliseconds.
   */
  readonly timeLimitMs: number;
  /** True for what our server adds to the interface; a service may answer 404 or 405 to it. */
  readonly extension?: boolean;
  /** Refused with `ProveAgain` where the session's holder has not proved themselves in the last minutes. */
  readonly asksAgain?: boolean;
  /** Open to who has yet to set up the second factor that their role needs (`SecondFactorSetUpNeeded`). */
  readonly beforeFactor?: boolean;
}

/** One operation of the interface: the single place that names it, for both programs. */
export interface Operation<
  Request extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  Code extends string,
  E extends Effect,
  S extends SessionPlace,
  D extends Disclosure,
> extends OperationFacts<E, S, D> {
  readonly request: Request;
  readonly response: Reply;
  readonly faults: Faults<z.output<Reply>, Code>;
  /** A further right that some requests need, by what they ask; the asker's own name is given. */
  alsoNeeds?(request: z.output<Request>, userName: string): Right | undefined;
}

/** For operations that report failures by HTTP status and `responseStatus` alone. */
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
  S extends SessionPlace,
  D extends Disclosure,
>(operation: Operation<Request, Reply, Code, E, S, D>): Operation<Request, Reply, Code, E, S, D> {
  return operation;
}
