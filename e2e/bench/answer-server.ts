import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface AnswerServer {
  /** Bytes a second; as fast as the machine can when infinite. */
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
 * Gives one body to every call. Not by the browser's interception: that hands the page the whole body in one go, with
 * no wire and no moment at which its last byte came.
 */
export async function startAnswerServer(): Promise<AnswerServer> {
  const server = createServer((_request, answer) => {
    const body = Buffer.from(own.body);
    answer.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
    void pour(answer, body, own.pace);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has an address of this kind.
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
