import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How long an open connection may bring one more request; its answer says that it is the last. */
const lastRequestsMs = 400;
/**
 * Connections without a complete request are cut this long afterwards.
 */
const cutAfterMs = 6000;
const lookEveryMs = 50;

/** Closes a server's connections without resetting any request that arrived, or waiting for ones that never come. */
export class Drain {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #lastAnswer = new WeakMap<Socket, ServerResponse>();
  #timer: NodeJS.Timeout | undefined;

  constructor(server: Server) {
    this.#server = server;
    const follow = (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    };
    server.on("connection", follow);
    server.on("secureConnection", follow);
    server.on("request", (request, response) => this.#lastAnswer.set(request.socket, response));
  }

  /** What is being answered is the last of its connection, also what was asked before. */
  endConnections(): void {
    for (const socket of this.#sockets) {
      const answer = this.#lastAnswer.get(socket);
      if (answer) answer.shouldKeepAlive = false;
    }
  }

  /** Call before the server stops listening. */
  begin(): void {
    this.endConnections();
    const closeIdle = this.#server.closeIdleConnections.bind(this.#server);
    // Node's own close() would immediately reset connections that were just accepted and not read yet.
    this.#server.closeIdleConnections = () => undefined;
    const startedAt = performance.now();
    this.#timer = setInterval(() => {
      const elapsed = performance.now() - startedAt;
      if (elapsed > lastRequestsMs) closeIdle();
      if (elapsed > cutAfterMs) this.#cut();
    }, lookEveryMs);
  }

  #cut(): void {
    for (const socket of this.#sockets) {
      const answer = this.#lastAnswer.get(socket);
      if (!answer || answer.destroyed || answer.writableFinished || !answer.req.complete) socket.destroy();
    }
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
