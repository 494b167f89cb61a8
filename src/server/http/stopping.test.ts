import { Agent, request } from "node:http";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { passwordOfCasey, startTestServer } from "#room/server/test-server.ts";

/** What a connection receives until it ends; `trickle` is written byte by byte while it is open. */
function slowly(port: number, head: string, trickle: string) {
  let answer = "";
  const socket = connect(port, "127.0.0.1", () => socket.write(head));
  const timer = setInterval(() => socket.writable && socket.write(trickle), 100);
  socket.on("data", (part: Buffer) => (answer += part.toString()));
  socket.on("error", () => undefined);
  return new Promise<string>((resolve) =>
    socket.on("close", () => {
      clearInterval(timer);
      resolve(answer);
    }),
  );
}

const trickled = "POST /DirectMessaging/SendMessage HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n{";

it("a trickling body or headers end after the set seconds", { timeout: 20_000 }, async () => {
  const server = await startTestServer({}, { limits: { bodySeconds: 1 } });
  const startedAt = performance.now();
  const answers = await Promise.all([
    slowly(server.port, trickled, "A"),
    slowly(server.port, trickled.replace("60000", "6000"), "A"),
    slowly(server.port, "POST /auth HTTP/1.1\r\nHost: x\r\nX: ", "y"),
  ]);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"errorCode":"RequestTimeout"');
  }
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  await server.stop();
});

it("about to stop it is not ready, but answers", async () => {
  const server = await startTestServer();
  const agent = new Agent({ keepAlive: true });
  const get = (path: string) =>
    new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) =>
      request({ port: server.port, host: "127.0.0.1", path, agent }, (response) => {
        response.resume();
        resolve({ status: response.statusCode, connection: response.headers.connection });
      })
        .on("error", reject)
        .end(),
    );
  expect(await get("/ready")).toEqual({ status: 200, connection: "keep-alive" });
  server.app.leave();
  expect(await get("/ready")).toEqual({ status: 503, connection: "close" });
  expect(await get("/health")).toEqual({ status: 200, connection: "close" });
  expect((await server.post("/auth", { userName: "casey", password: passwordOfCasey })).status).toBe(200);
  agent.destroy();
  await server.stop();
});

it("a call that waits when it stops closes its connection", async () => {
  const server = await startTestServer();
  const agent = new Agent({ keepAlive: true });
  const headers = { "x-ss-id": await server.signIn(), "content-type": "application/json" };
  const wait = () =>
    new Promise<string | undefined>((resolve, reject) =>
      request(
        { port: server.port, host: "127.0.0.1", path: "/api/ChangesRequest", method: "POST", agent, headers },
        (response) => response.resume().on("end", () => resolve(response.headers.connection)),
      )
        .on("error", reject)
        .end('{"since":0,"waitSeconds":20}'),
    );
  const waits = [wait(), wait()];
  // Asked after them, so answered once they wait.
  await server.post("/api/ChangesRequest", { since: 0 }, headers);
  server.app.leave();
  await server.stop();
  expect(await Promise.all(waits)).toEqual(["close", "close"]);
  agent.destroy();
});

it("a stop resets no request that came, awaiting no others", { timeout: 30_000 }, async () => {
  const server = await startTestServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const outcomes = new Map<string, number>();
  const stopped = new AbortController();
  // Connections still in the system's backlog when listening ended were never accepted; the system resets them.
  const accepted = new Set<number>();
  server.app.server.on("connection", ({ remotePort }) => accepted.add(remotePort ?? 0));
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const ask = () =>
    new Promise<void>((resolve) => {
      const options = { port: server.port, host: "127.0.0.1", path: "/auth", method: "POST", agent };
      const sent = request(options, (response) => {
        response.resume().on("end", () => {
          count(String(response.statusCode));
          resolve();
        });
      });
      let port: number | undefined;
      sent.on("socket", (socket) => {
        port = socket.localPort;
        if (socket.connecting) socket.once("connect", () => (port = socket.localPort));
      });
      sent.on("error", (error: NodeJS.ErrnoException) => {
        const isAccepted = error.code !== "ECONNREFUSED" && accepted.has(port ?? -1);
        count(isAccepted ? `accepted, and then ${error.code}` : "not accepted");
        resolve();
      });
      sent.end("{}");
    });
  const callers = Array.from({ length: 8 }, async () => {
    while (!stopped.signal.aborted) await ask();
  });
  await expect.poll(() => outcomes.get("401") ?? 0, { timeout: 10_000 }).toBeGreaterThan(50);
  const slow = [
    slowly(server.port, trickled, "A"),
    slowly(server.port, "POST /auth HTTP/1.1\r\nHost: x\r\nX: ", "y"),
  ];
  await expect
    .poll(() => new Promise((resolve) => server.app.server.getConnections((_e, n) => resolve(n))))
    .toBeGreaterThan(9);
  const startedAt = performance.now();
  await server.stop();
  expect(performance.now() - startedAt).toBeLessThan(15_000);
  stopped.abort();
  await Promise.all(callers);
  await Promise.all(slow);
  expect([...outcomes.keys()].toSorted()).toEqual(["401", "not accepted"]);
  agent.destroy();
});
