import type { FastifyInstance } from "fastify";

export const probePaths: readonly string[] = ["/health", "/ready"];

/** The database is checked at most this often, however often probes ask. Milliseconds. */
const knownForMs = 1000;
const patienceMs = 2000;

interface Probed {
  readonly ping?: (() => Promise<void>) | undefined;
  /** True once the process is about to stop. */
  readonly isLeaving: () => boolean;
}

/**
 * Probes without a session: `/health` says that the process responds, `/ready` that it can work, which it cannot while
 * the database does not respond (503), and will not much longer once it is about to stop. Neither reveals anything else.
 */
export function addProbes(app: FastifyInstance, { ping = async () => {}, isLeaving }: Probed): void {
  let known: { readonly at: number; readonly isReady: Promise<boolean> } | undefined;

  async function look(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), patienceMs);
    });
    const answered = ping().then(
      () => true,
      () => false,
    );
    return Promise.race([answered, late]).finally(() => clearTimeout(timer));
  }

  function isReady(): Promise<boolean> {
    const at = performance.now();
    if (!known || at - known.at >= knownForMs) known = { at, isReady: look() };
    return known.isReady;
  }

  const method = ["GET", "HEAD"];
  app.route({
    method,
    url: "/health",
    handler: (_request, reply) => reply.header("cache-control", "no-store").send({ status: "ok" }),
  });
  app.route({
    method,
    url: "/ready",
    handler: async (_request, reply) => {
      const isUp = !isLeaving() && (await isReady());
      return reply
        .code(isUp ? 200 : 503)
        .header("cache-control", "no-store")
        .send({ status: isUp ? "ready" : "not ready" });
    },
  });
}
