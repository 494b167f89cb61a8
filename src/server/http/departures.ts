import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ByteAccount, ByteOwner, BytesUnderWay } from "./bytes-under-way.ts";

/** Smaller answers are not counted. */
export const countedFrom = 8 * 1024;

/** Counts large answers that are not read yet: a caller that requests many and reads none would fill the memory. */
export class Departures {
  readonly #underWay: BytesUnderWay;
  readonly #leaving = new WeakMap<Socket, Set<ByteAccount>>();

  constructor(underWay: BytesUnderWay) {
    this.#underWay = underWay;
  }

  /** Throws the 503 when too much is outstanding. Counted until the receiver has read it or disconnected. */
  begin(
    request: FastifyRequest,
    reply: FastifyReply,
    { bytes, owner }: { bytes: number; owner: ByteOwner },
  ): void {
    const { socket } = request.raw;
    const account = this.#underWay.open(owner);
    account.add(bytes);
    const leaving = this.#leavingBy(socket);
    leaving.add(account);
    reply.raw.once("finish", () => {
      leaving.delete(account);
      account.close();
    });
    if (socket.destroyed) account.close();
  }

  /** For answers queued behind others on a connection, Node does not report a disconnect. */
  #leavingBy(socket: Socket): Set<ByteAccount> {
    const known = this.#leaving.get(socket);
    if (known) return known;
    const leaving = new Set<ByteAccount>();
    this.#leaving.set(socket, leaving);
    socket.once("close", () => {
      for (const account of leaving) account.close();
    });
    return leaving;
  }
}
