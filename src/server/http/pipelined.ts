import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { currentRound } from "./answer-round.ts";
import { Refusal } from "./refusal.ts";

/** How many requests of one connection are read ahead, and how many may queue behind the one being answered. */
const most = 16;

interface Burst {
  round: unknown;
  inRound: number;
  waiting: number;
  isRefused: boolean;
}

/**
 * Limits pipelining per connection: Node reads a thousand small requests at a time and would serve them all before
 * anyone else's, with all their answers in memory.
 */
export class Pipelined {
  readonly #bursts = new WeakMap<Socket, Burst>();

  /**
   * Throws for the first request over the limit, whose answer ends the connection. True for those after it, which are
   * not answered.
   */
  isBeyond(request: FastifyRequest, reply: FastifyReply): boolean {
    // Only the request whose turn it is has its socket immediately.
    if (reply.raw.socket !== null) return false;
    const burst = this.#burstOf(request.raw.socket);
    const round = currentRound();
    if (burst.round !== round) Object.assign(burst, { round, inRound: 0 });
    burst.inRound += 1;
    burst.waiting += 1;
    if (burst.isRefused) return true;
    if (burst.inRound > most || burst.waiting > most) {
      burst.isRefused = true;
      throw new Refusal(
        503,
        "ServiceUnavailable",
        "The connection sent too many requests ahead of its answers. Nothing was done; wait for answers, or use more connections.",
        { headers: { connection: "close", "retry-after": "1" } },
      );
    }
    reply.raw.once("finish", () => {
      burst.waiting -= 1;
    });
    return false;
  }

  #burstOf(socket: Socket): Burst {
    let burst = this.#bursts.get(socket);
    if (!burst) {
      burst = { round: undefined, inRound: 0, waiting: 0, isRefused: false };
      this.#bursts.set(socket, burst);
    }
    return burst;
  }
}
