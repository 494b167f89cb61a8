import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface AnswerServer {
  /** Bytes per second; Infinity for as fast as the machine can. */
  pace: number;
  body: string;
  readonly url: string;
  close(): void;
}

const piece = 64 * 1024;

async function pour(answer: ServerResponse, body: Buffer, pace: number): Promise<void> {
  const startedAt = performance.now();
  for (let at = 0; at < body.length; at += piece) {
    const wait = startedAt + (at / pace) * 1000 - performance.now();
    if (wait >= 1) await new Promise((resolve) => setTimeout(resolve, wait));
    answer.write(body.subarray(at, at + piece));
  }
  answer.end();
}

/**
 * Answers every call with one body. Playwright's interception will not do: it hands the page the whole body in one go,
 * with no wire and no moment at which the last byte arrived.
 */
export async function startAnswerServer(): Promise<AnswerServer> {
  const server = createServer((_request, answer) => {
    const body = Buffer.from(own.body);
    answer.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
    void pour(answer, body, own.pace);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has this kind of address.
  const { port } = server.address() as AddressInfo;
  const own: AnswerServer = {
    pace: Number.POSITIVE_INFINITY,
    body: "{}",
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return own;
}
