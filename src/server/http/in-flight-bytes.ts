import type { FastifyReply, FastifyRequest } from "fastify";
import { tryAgainIn } from "./refusal.ts";

const mebibyte = 1024 ** 2;

/** How many bytes the server holds at a time: of one user in all their sessions, and of everybody. */
interface ByteLimits {
  readonly everybody: number;
  readonly caller: number;
}

export const bodyLimits: ByteLimits = { everybody: 512 * mebibyte, caller: 192 * mebibyte };
/** A finished answer is larger in memory than its bytes, and most are read immediately. */
export const answerLimits: ByteLimits = { everybody: 128 * mebibyte, caller: 48 * mebibyte };
/** Of files that are sent while they are read; each counts as one, however large. */
export const fileLimits: ByteLimits = { everybody: 8, caller: 2 };

/** All callers without a session are one caller, so that they cannot crowd out users. */
export const anonymous = "anonymous";
const anonymousLimit = 64 * mebibyte;

/** Counts what large requests and answers hold, from their first byte until they are answered or received. */
export class InFlightBytes {
  readonly #limits: ByteLimits;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limits: ByteLimits) {
    this.#limits = limits;
  }

  /**
   * Counts these bytes until the returned function is called. Throws the 503 where they exceed a limit; a caller that holds
   * nothing may hold one answer or body, however large.
   */
  hold(caller: string, bytes: number): () => void {
    const held = this.#held.get(caller) ?? 0;
    const limit = caller === anonymous ? Math.min(anonymousLimit, this.#limits.caller) : this.#limits.caller;
    if (
      (held > 0 && held + bytes > limit) ||
      (this.#total > 0 && this.#total + bytes > this.#limits.everybody)
    )
      throw tryAgainIn(
        5,
        "The server is taking too many large requests at once. Nothing was done; try again in a few seconds.",
      );
    this.#add(caller, bytes);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(caller, -bytes);
      isHeld = false;
    };
  }

  #add(caller: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#held.get(caller) ?? 0) + bytes;
    if (held === 0) this.#held.delete(caller);
    else this.#held.set(caller, held);
  }
}

/** Calls `release` once the answer is received, or its connection has ended. */
export function onceReceived({ raw: { socket } }: FastifyRequest, reply: FastifyReply, release: () => void) {
  const end = () => {
    // For answers queued behind others on a connection, Node reports no disconnect.
    socket.off("close", end);
    release();
  };
  // As many as may be pipelined.
  socket.setMaxListeners(32);
  reply.raw.once("finish", end);
  socket.once("close", end);
  if (socket.destroyed) end();
}
