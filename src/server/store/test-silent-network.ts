import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A proxy to a database that can drop packets silently. */
export interface SilentNetwork {
  /** The database's URL through this proxy. */
  readonly url: string;
  silence(): void;
  /** Delivers what was held back. */
  speak(): void;
  /** New connections lead to another server. Those there are drop packets silently, as a machine that is gone does. */
  moveTo(databaseUrl: string): void;
  close(): void;
}

export async function startSilentNetwork(databaseUrl: string): Promise<SilentNetwork> {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const left = new Set<Socket>();
  let isSilent = false;
  const proxy = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        // A disconnect during the silence is not passed on either.
        if (!isSilent && !left.has(from)) to.destroy();
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
    moveTo(newUrl) {
      target = new URL(newUrl);
      for (const socket of sockets) left.add(socket.pause());
    },
    close() {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
