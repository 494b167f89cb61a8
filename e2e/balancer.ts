import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const lookEveryMs = 100;
const patienceMs = 2000;

export interface Balancer {
  readonly url: string;
  /** The servers that get requests now. */
  ready(): readonly string[];
  close(): void;
}

/**
 * A plain load balancer: each request goes to a random server that is ready, over kept connections, and is never tried
 * twice. What fails on the way is a 502.
 */
export async function startBalancer(servers: readonly { readonly url: string }[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const over = new AbortController();
  const ready = new Set<string>();
  const isReady = async (url: string) => {
    const signal = AbortSignal.timeout(patienceMs);
    const { status } = await fetch(`${url}/ready`, { signal });
    return status === 200;
  };
  const look = async (url: string) => {
    if (await isReady(url).catch(() => false)) ready.add(url);
    else ready.delete(url);
  };
  // Each by itself: on a busy machine one that is slow to answer must not hide that another is stopping.
  const follow = async (url: string) => {
    while (!over.signal.aborted) {
      await look(url);
      await sleep(lookEveryMs);
    }
  };
  const proxy = createServer((incoming, answer) => {
    const target = [...ready][Math.floor(Math.random() * ready.size)];
    const fail = () => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end("{}");
    };
    if (target === undefined) return void incoming.resume().on("end", fail);
    const { method, headers, url = "/" } = incoming;
    const onward = request(new URL(url, target), { method, headers, agent }, (reply) => {
      const { connection: _hop, ...passed } = reply.headers;
      answer.writeHead(reply.statusCode ?? 502, passed);
      reply.on("error", fail).pipe(answer);
    });
    onward.on("error", fail);
    incoming.pipe(onward);
  }).listen(0, "127.0.0.1");
  // On a busy machine a client may take up a kept connection in the moment in which it is closed as idle.
  proxy.keepAliveTimeout = 0;
  await once(proxy, "listening");
  await Promise.all(servers.map(({ url }) => look(url)));
  for (const { url } of servers) void follow(url);
  const address = proxy.address();
  const port = address === null || typeof address === "string" ? 0 : address.port;
  return {
    url: `http://127.0.0.1:${port}`,
    ready: () => [...ready],
    close() {
      over.abort();
      agent.destroy();
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
