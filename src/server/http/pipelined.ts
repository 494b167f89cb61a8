import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "./refusal.ts";

/** How many requests of one connection are served in one turn of the event loop. */
const maxInTurn = 16;

/**
 * Limits pipelining per connection: Node reads a thousand small requests at a time and would serve them all before
 * anyone else's, with all their answers in memory.
 */
export class Pipelined {
  readonly #inTurn = new WeakMap<Socket, number>();
  readonly #refused = new WeakSet<Socket>();

  /**
   * Throws for the first request over the limit, whose answer ends the connection. True for those after it, which are
   * not answered.
   */
  isBeyond({ raw: { socket } }: FastifyRequest, reply: FastifyReply): boolean {
    // Only the request whose turn it is has its socket immediately.
    if (reply.raw.socket !== null) return false;
    if (this.#refused.has(socket)) return true;
    const count = (this.#inTurn.get(socket) ?? 0) + 1;
    this.#inTurn.set(socket, count);
    if (count === 1) setImmediate(() => this.#inTurn.delete(socket));
    if (count <= maxInTurn) return false;
    this.#refused.add(socket);
    throw new Refusal(
      503,
      "ServiceUnavailable",
      "The connection sent too many requests ahead of its answers. Nothing was done; wait for answers, or use more connections.",
      { headers: { connection: "close", "retry-after": "1" } },
    );
  }
}
