import { connect } from "node:net";
import type { PoolClient } from "pg";

const cancelRequestCode = 80_877_102;
const limitMs = 2000;

/** What pg's types leave out. */
interface ConnectedClient {
  readonly processID: number;
  readonly secretKey: number;
  readonly host: string;
  readonly port: number;
  readonly connection: { readonly stream: { readonly remoteAddress?: string; readonly remotePort?: number } };
}

/**
 * Ends what a connection is doing, by the protocol's CancelRequest to the very server it is connected to (a name may lead to
 * another one, and a process number means nothing to a pooler). False: the request may still be on its way, and end the
 * connection's next statement. Never throws: what cannot be ended goes on to its own limit.
 */
export async function cancelStatement(client: PoolClient): Promise<boolean> {
  // What pg keeps of its connection; its types leave it out.
  const { processID, secretKey, host, port, connection } = client as unknown as ConnectedClient;
  const { remoteAddress, remotePort } = connection.stream;
  const address =
    remoteAddress === undefined || remotePort === undefined
      ? { path: `${host}/.s.PGSQL.${port}` }
      : { host: remoteAddress, port: remotePort };
  const request = Buffer.alloc(16);
  for (const [at, value] of [request.length, cancelRequestCode, processID, secretKey].entries())
    request.writeInt32BE(value, at * 4);
  return new Promise((resolve) => {
    // The server answers nothing, and closes once it has passed the request on.
    const socket = connect(address, () => socket.write(request));
    socket.setTimeout(limitMs, () => socket.destroy());
    let isDone = false;
    socket.once("end", () => (isDone = true));
    socket.on("error", () => undefined).once("close", () => resolve(isDone));
    socket.resume();
  });
}
