import { connect, type Socket } from "node:net";

export interface Load {
  readonly port: number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** One body for each request; each is sent once. */
  readonly bodies: readonly string[];
  readonly connections: number;
  /** Throws when an answer is not what it must be. */
  readonly check: (answer: string) => void;
}

/** A request as bytes: what a client costs must not be counted as what the server costs. */
function requestOf({ path, headers = {} }: Load, body: string): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(body);
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${lines.join("")}\r\n${body}`,
  );
}

/** The first whole answer of what was received, and where it ends. */
function firstAnswer(received: Buffer): { text: string; end: number } | undefined {
  const head = received.indexOf("\r\n\r\n");
  if (head === -1) return undefined;
  const length = /content-length: (\d+)/i.exec(received.toString("latin1", 0, head))?.[1];
  if (length === undefined) throw new Error("An answer without content-length");
  const end = head + 4 + Number(length);
  return received.length < end ? undefined : { text: received.toString("utf8", 0, end), end };
}

function drive(socket: Socket, next: () => Buffer | undefined, check: Load["check"]): Promise<void> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const sendNext = () => {
      const request = next();
      if (request) socket.write(request);
      else socket.end(resolve);
    };
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("data", (part) => {
      received = received.length === 0 ? part : Buffer.concat([received, part]);
      const answer = firstAnswer(received);
      if (!answer) return;
      received = received.subarray(answer.end);
      try {
        check(answer.text);
      } catch (error) {
        reject(error);
        socket.destroy();
        return;
      }
      sendNext();
    });
    socket.on("connect", sendNext);
  });
}

/** Sends every body once, each connection one at a time; requests per second. */
export async function requestsPerSecond(load: Load): Promise<number> {
  const requests = load.bodies.map((body) => requestOf(load, body));
  let index = 0;
  const next = () => requests[index++];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: load.connections }, () => drive(connect(load.port, "127.0.0.1"), next, load.check)),
  );
  return (requests.length / (performance.now() - start)) * 1000;
}

/** Throws unless the answer is a 200 with that text in it. */
export function expectAnswer(part: string): Load["check"] {
  return (answer) => {
    if (!answer.startsWith("HTTP/1.1 200") || !answer.includes(part))
      throw new Error(`Not the answer that was awaited: ${answer.slice(0, 600)}`);
  };
}
