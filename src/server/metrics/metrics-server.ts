import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import type { Registry } from "prom-client";

/**
 * Serves `/metrics` on a port of its own, which only whoever watches the server should reach. Resolves when it listens.
 */
export async function serveMetrics(
  registry: Registry,
  { host, port, log }: { host: string; port: number; log: Pick<FastifyBaseLogger, "error"> },
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer({ requestTimeout: 5000 }, (request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics")
      return void response.writeHead(404).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, "the metrics could not be read");
        response.writeHead(503).end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    // Listening on a port, the address is not a pipe's.
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
