import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A way to a database on which packets can be lost: nothing passes, and nobody is told. */
export interface SilentNetwork {
  /** The database's address by this way. */
  readonly url: string;
  silence(): void;
  /** What waited passes on. */
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
        // Of who goes away in the silence nothing is heard either.
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
