import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** So long a connection that is open may bring one more request; its answer says that it is the last. */
const lastRequestsMs = 400;
/** What has sent no whole request so long after is cut off: a body has its own end, in `arrivals.ts`. */
const cutAfterMs = 6000;
const lookEveryMs = 50;

/** Ends a server's connections so that no request which came is reset, and none that never comes is waited for. */
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

  /** Before the server stops to listen. */
  begin(): void {
    const closeIdle = this.#server.closeIdleConnections.bind(this.#server);
    // Node's own close() would reset at once what was accepted a moment ago and is not read yet.
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
      if (!answer || answer.destroyed || answer.writableFinished) socket.destroy();
    }
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
