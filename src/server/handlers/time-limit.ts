import type { HandlerContext } from "#room/server/handler.ts";

/** Work that exceeded its time limit. */
export class OutOfTime extends Error {
  constructor() {
    super("The store did not answer in time");
    this.name = "OutOfTime";
  }
}

/**
 * Limits how long work may take: rejects with OutOfTime. A write passes its gate right before it commits; after that
 * its outcome is awaited, so "out of time" always means that nothing was done.
 */
export async function withinTime<T>(
  milliseconds: number,
  work: (gate: { enter(): boolean }) => Promise<T>,
): Promise<T> {
  let state: "open" | "committing" | "closed" = "open";
  const gate = {
    enter() {
      if (state === "open") state = "committing";
      return state === "committing";
    },
  };
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      if (state !== "open") return;
      state = "closed";
      reject(new OutOfTime());
    }, milliseconds);
  });
  const done = work(gate);
  // Abandoned work may still fail; nobody is waiting for it.
  done.catch(() => undefined);
  try {
    return await Promise.race([done, limit]);
  } finally {
    clearTimeout(timer);
  }
}

interface Refusals<Reply> {
  refuse(code: "hasRequestTimedOut" | "serverError", message: string): Reply;
  /** What is said of a failure: "The mailbox could not be read". */
  readonly failed: string;
  /** Writes it into the log. */
  note(error: unknown): void;
}

/** The answer of a messaging operation, or that it failed or took too long. Only for what then has changed nothing. */
export async function answeredInTime<Reply>(
  { settings }: Pick<HandlerContext, "settings">,
  refusals: Refusals<Reply>,
  work: () => Promise<Reply>,
): Promise<Reply> {
  try {
    return await withinTime(settings.messagingTimeoutMs, work);
  } catch (error) {
    if (error instanceof OutOfTime)
      return refusals.refuse("hasRequestTimedOut", `${refusals.failed} in time. Try again.`);
    refusals.note(error);
    return refusals.refuse("serverError", `${refusals.failed}. Try again later.`);
  }
}
