import { Agent, request } from "node:http";

export interface LoadOptions {
  readonly url: string;
  readonly connections: number;
  readonly count: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of the n-th request. */
  readonly body: (n: number) => string;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds of each request. */
  readonly times: readonly number[];
}

/** Posts so many requests over so many kept connections; throws on any status but 200. */
export async function load({
  url,
  connections,
  count,
  headers = {},
  body,
}: LoadOptions): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const lane = async () => {
    while (next < count) {
      const n = next;
      next += 1;
      const at = performance.now();
      await post({ url, agent, headers, body: body(n) });
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  agent.destroy();
  return { perSecond: (count / (performance.now() - startedAt)) * 1000, times };
}

interface Post {
  url: string;
  agent: Agent;
  headers: Readonly<Record<string, string>>;
  body: string;
}

function post({ url, agent, headers, body }: Post): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: "POST",
        agent,
        headers: {
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(body)),
          ...headers,
        },
      },
      (answer) => {
        answer.resume();
        answer.on("end", () => {
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`${url} answered ${answer.statusCode}`));
        });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}
