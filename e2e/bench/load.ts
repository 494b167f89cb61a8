import { connect, type Socket } from "node:net";

export interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  readonly count: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of the nth request. */
  readonly body: (n: number) => string;
  /** Text that every answer must contain. */
  readonly answer?: string;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds per request. */
  readonly times: readonly number[];
}

/** A request as bytes, built before the clock starts, so that the client's cost does not count as the server's. */
function requestOf({ url, headers = {} }: LoadOptions, body: string): Buffer {
  const { host, pathname } = new URL(url);
  const fields = Object.entries({
    host,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${pathname} HTTP/1.1\r\n${fields.join("")}\r\n${body}`);
}

/** Where the first complete answer in the received bytes ends; undefined if there is none yet. */
function endOfAnswer(received: Buffer): number | undefined {
  const head = received.indexOf("\r\n\r\n");
  if (head === -1) return undefined;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.toString("latin1", 0, head))?.[1];
  if (length === undefined) throw new Error("An answer came without content-length");
  const end = head + 4 + Number(length);
  return received.length < end ? undefined : end;
}

interface Lane {
  readonly socket: Socket;
  readonly next: () => Buffer | undefined;
  readonly check: (answer: Buffer) => void;
  readonly times: number[];
}

/** Sends requests over one connection, each after the previous answer, until none are left. */
function drive({ socket, next, check, times }: Lane): Promise<void> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    let sentAt = 0;
    const sendNext = () => {
      const request = next();
      sentAt = performance.now();
      if (request) socket.write(request);
      else socket.end(resolve);
    };
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("connect", sendNext);
    socket.on("data", (part) => {
      received = received.length === 0 ? part : Buffer.concat([received, part]);
      try {
        const end = endOfAnswer(received);
        if (end === undefined) return;
        times.push(performance.now() - sentAt);
        check(received.subarray(0, end));
        received = received.subarray(end);
      } catch (error) {
        reject(error);
        socket.destroy();
        return;
      }
      sendNext();
    });
  });
}

/** Posts that many requests over that many keep-alive connections; throws on an unexpected answer. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { url, connections, count, body, answer = "" } = options;
  const { hostname, port } = new URL(url);
  const requests = Array.from({ length: count }, (_, n) => requestOf(options, body(n)));
  const times: number[] = [];
  let index = 0;
  const next = () => requests[index++];
  const check = (received: Buffer) => {
    if (!received.includes("HTTP/1.1 200") || !received.includes(answer))
      throw new Error(`Not the answer that was awaited: ${received.toString("utf8", 0, 500)}`);
  };
  const startedAt = performance.now();
  const lanes = Array.from({ length: connections }, () =>
    drive({ socket: connect(Number(port), hostname), next, check, times }),
  );
  await Promise.all(lanes);
  return { perSecond: (count / (performance.now() - startedAt)) * 1000, times };
}
