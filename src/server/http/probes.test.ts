import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { startTestServer } from "#room/server/test-server.ts";
import { addProbes } from "./probes.ts";

let app: FastifyInstance | undefined;
afterEach(() => app?.close());

async function probed(ping: () => Promise<void>) {
  app = Fastify();
  addProbes(app, { ping, isLeaving: () => false });
  return (url: string) => app?.inject({ method: "GET", url });
}

test("a server answers both without a session, telling nothing else", async () => {
  const server = await startTestServer();
  for (const [path, status] of [
    ["/health", "ok"],
    ["/ready", "ready"],
  ] as const) {
    const answer = await server.send(path, { method: "GET" });
    expect(answer).toMatchObject({ status: 200, text: JSON.stringify({ status }) });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect((await server.send(path, { method: "HEAD" })).status).toBe(200);
  }
  await server.stop();
});

test("without its database it is not ready, but healthy", async () => {
  const get = await probed(() => Promise.reject(new Error("postgres://user:secret@host is away")));
  const ready = await get("/ready");
  expect(ready?.statusCode).toBe(503);
  expect(ready?.body).toBe('{"status":"not ready"}');
  expect((await get("/health"))?.statusCode).toBe(200);
});

test("many who ask at once ask the database once", async () => {
  let probes = 0;
  const get = await probed(async () => void (probes += 1));
  await Promise.all(Array.from({ length: 50 }, () => get("/ready")));
  expect(probes).toBe(1);
});
