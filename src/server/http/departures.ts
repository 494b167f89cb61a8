import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ByteAccount, ByteOwner, BytesUnderWay } from "./bytes-under-way.ts";

/** Smaller answers are not counted. */
export const countedFrom = 8 * 1024;

/** Counts the large answers that are made and not taken yet: who asks for many and reads none fills the memory. */
export class Departures {
  readonly #underWay: BytesUnderWay;
  readonly #leaving = new WeakMap<Socket, Set<ByteAccount>>();

  constructor(underWay: BytesUnderWay) {
    this.#underWay = underWay;
  }

  /** Throws the 503 when more is leaving than may be. Counted until the receiver has it, or is gone. */
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

  /** Of answers that wait behind others on their connection, Node does not tell that it is gone. */
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
