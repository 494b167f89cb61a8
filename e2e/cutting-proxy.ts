import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * When the connection of a charge breaks: before the service has it, midway through the answer, or before its first
 * byte.
 */
export type Cut = "before" | "during" | "after";

export interface CuttingProxy {
  readonly url: string;
  /** Cuts every charge from now on; undefined lets them through again. */
  cut: Cut | undefined;
  /** Charges that have reached the proxy. */
  charges: number;
  close(): void;
}

function passOn(target: string, { incoming, answer, cut }: Passing): void {
  const { method, headers, url = "/" } = incoming;
  const onward = request(new URL(url, target), { method, headers }, (reply) => {
    const parts: Buffer[] = [];
    reply.on("data", (part: Buffer) => parts.push(part));
    reply.on("end", () => {
      if (cut === "after") return answer.destroy();
      const body = Buffer.concat(parts);
      answer.writeHead(reply.statusCode ?? 502, { ...reply.headers, "content-length": String(body.length) });
      if (cut !== "during") return answer.end(body);
      answer.write(body.subarray(0, body.length / 2), () => answer.destroy());
      return undefined;
    });
  });
  onward.on("error", () => answer.destroy());
  incoming.pipe(onward);
}

interface Passing {
  readonly incoming: IncomingMessage;
  readonly answer: ServerResponse;
  readonly cut: Cut | undefined;
}

/** A network between browser and service that can be cut at a chosen moment of a charge. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const server = createServer((incoming, answer) => {
    const isCharge = incoming.url?.includes("ChargeVisitRequest") === true;
    if (isCharge) proxy.charges += 1;
    const cut = isCharge ? proxy.cut : undefined;
    if (cut === "before") incoming.destroy();
    else passOn(target, { incoming, answer, cut });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has this kind of address.
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  const proxy: CuttingProxy = { url: `http://127.0.0.1:${port}`, cut: undefined, charges: 0, close };
  return proxy;
}
