import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import type { PoolClient } from "pg";
import { expect, test } from "vitest";
import { cancelStatement } from "./cancel-statement.ts";

/** Cancels a statement of a connection to a server that does this; true: the server has passed it on. */
async function cancelAt(serve: (socket: Socket) => void): Promise<boolean> {
  const server = createServer(serve).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on TCP has an address with a port.
  const { address, port } = server.address() as AddressInfo;
  const stream = { remoteAddress: address, remotePort: port };
  const client = {
    processID: 258,
    secretKey: -2,
    host: "elsewhere.example",
    port: 1,
    connection: { stream },
  };
  try {
    // Only what it reads of a client.
    return await cancelStatement(client as unknown as PoolClient);
  } finally {
    server.close();
  }
}

test("the request is the protocol’s, to the server connected to", async () => {
  let received = "";
  const isDone = await cancelAt((socket) =>
    socket.once("data", (bytes: Buffer) => {
      received = bytes.toString("hex");
      socket.end();
    }),
  );
  expect(isDone).toBe(true);
  expect(received).toBe("0000001004d2162e00000102fffffffe");
});

test("a server that is lost meanwhile fails nothing", async () => {
  expect(await cancelAt((socket) => socket.resetAndDestroy())).toBe(false);
  expect(await cancelAt((socket) => socket.once("data", () => socket.resetAndDestroy()))).toBe(false);
});

test("a silent server is not waited for, nor trusted", async () => {
  const sockets: Socket[] = [];
  expect(await cancelAt((socket) => void sockets.push(socket.on("error", () => undefined)))).toBe(false);
  expect(sockets).toHaveLength(1);
  sockets[0]?.destroy();
});
