import type * as z from "zod/mini";

/** Whether repeating a call can change anything. Only a read may be cached or fetched again by itself. */
export type Effect = "read" | "write";

/** The failures that a 200 answer reports by flags (the messaging operations); elsewhere the list is empty. */
export interface Faults<Reply, Code extends string> {
  readonly codes: readonly Code[];
  /**
   * The one fault that an answer reports, or undefined when it reports none. Any JSON will do: a service that reports
   * a fault may leave out what an answer without one must have.
   */
  read(answer: unknown): { code: Code; message: string } | undefined;
  /** The reply that reports this fault and nothing else. */
  write(code: Code, message: string): Reply;
}

/** One operation of the interface: the single place that names it, for both programs. */
export interface Operation<
  Request extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  E extends Effect,
  Code extends string,
> {
  /** The wire name; gives the generic routes `/json/reply/<name>` and `/api/<name>`. */
  readonly name: string;
  /** The dedicated route, where the interface shows one. */
  readonly path?: string;
  readonly effect: E;
  readonly request: Request;
  readonly response: Reply;
  readonly faults: Faults<z.output<Reply>, Code>;
  /** True for what our server adds to the interface; a service may answer 404 or 405 to it. */
  readonly extension?: boolean;
}

/** For operations that report failures by HTTP status and `responseStatus` alone. */
export const noFaults = {
  codes: [],
  read: () => undefined,
  write: (): never => {
    throw new Error("This operation reports no faults by flags");
  },
} satisfies Faults<unknown, never>;

export function defineOperation<
  Request extends z.ZodMiniType,
  Reply extends z.ZodMiniType,
  E extends Effect,
  Code extends string,
>(operation: Operation<Request, Reply, E, Code>): Operation<Request, Reply, E, Code> {
  return operation;
}
