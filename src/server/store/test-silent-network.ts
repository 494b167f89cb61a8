import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy to a database that can drop packets silently. */
export interface SilentNetwork {
  /** The database's URL through this proxy. */
  readonly url: string;
  silence(): void;
  /** Delivers what was held back. */
  speak(): void;
  close(): void;
}

export async function startSilentNetwork(databaseUrl: string): Promise<SilentNetwork> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const proxy = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        // A disconnect during the silence is not passed on either.
        if (!isSilent) to.destroy();
      });
      from.pipe(to);
      if (isSilent) from.pause();
    }
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  const url = new URL(databaseUrl);
  url.port = String(address === null || typeof address === "string" ? 0 : address.port);
  return {
    url: url.href,
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    speak() {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
