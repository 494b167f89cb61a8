import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSessions } from "#room/server/sessions/sessions.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

const mebibyte = 1024 ** 2;
const visitId = randomUUID();
let server: TestServer;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  key = await server.signIn();
  const charge = { cpt: "99213", quantity: 1, charge: { currency: "USD", amount: 1 } };
  const visitCharged = { visitId, practiceId: randomUUID(), charges: [charge] };
  const AutoChargedEvent = {
    eventId: randomUUID(),
    visitCharged,
    audit: { canAutoCharge: false },
    scan: "x".repeat(4 * mebibyte),
  };
  const { status } = await server.post(
    "/AutoChargeEntry/Billing/ChargedVisit",
    { AutoChargedEvent },
    { "x-ss-id": key },
  );
  expect(status).toBe(200);
});
afterAll(() => server.stop());

/** Sends a request `times` times on one connection, and reads nothing until told to. */
function ask(path: string, body: string, { times, id = key }: { times: number; id?: string }) {
  let text = "";
  const socket: Socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined).on("data", (part: Buffer) => (text += part.toString("latin1")));
  socket.pause();
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nX-ss-id: ${id}\r\nContent-Length: ${body.length}\r\n\r\n`;
  socket.write((head + body).repeat(times));
  const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
  return { socket, statuses, isEnded: () => socket.destroyed };
}

const readVisit = () => server.post("/api/GetVisitRequest", { visitId }, { "x-ss-id": key });

/** Sessions of one person, without the work of signing in. */
async function sessionsOf(name: string, count: number) {
  const { store, settings, clock } = server;
  const sessions = createSessions({ store, settings, now: () => new Date(clock.now) });
  const { userId = 0 } = (await store.users.find(name)) ?? {};
  const about = { userId, remember: false, remoteAddress: "127.0.0.1", browser: "", beganBy: "credentials" };
  return Promise.all(Array.from({ length: count }, async () => (await sessions.start(about)).sessionId));
}

describe("lists that one person asks for by the hundred", () => {
  it("have the turns of one, with however many sessions", async () => {
    const readers = (await sessionsOf("robin", 20)).map((id) =>
      ask("/api/ListVisitsRequest", "{}", { times: 16, id }),
    );
    for (const { socket } of readers) socket.resume();
    const statuses = () => readers.flatMap((reader) => reader.statuses());
    await expect.poll(() => statuses().length, { timeout: 10_000 }).toBe(320);
    expect(statuses().every((status) => status === 200 || status === 503)).toBe(true);
    for (const { socket } of readers) socket.destroy();
  });
});

describe("answers that nobody takes", () => {
  it("are bounded per session over all connections, and freed again", async () => {
    const body = JSON.stringify({ visitId });
    for (const [connections, times] of [
      [3, 8],
      [16, 1],
    ] as const) {
      const readers = Array.from({ length: connections }, () => ask("/api/GetVisitRequest", body, { times }));
      await expect.poll(async () => (await readVisit()).status, { timeout: 10_000 }).toBe(503);
      for (const { socket } of readers) socket.destroy();
      await expect.poll(async () => (await readVisit()).status, { timeout: 10_000 }).toBe(200);
    }
  });

  it("may be pipelined only up to a limit", async () => {
    const stranger = ask("/api/Auth", "{}", { times: 1000, id: "none" });
    stranger.socket.resume();
    await expect.poll(stranger.isEnded, { timeout: 10_000 }).toBe(true);
    const statuses = stranger.statuses();
    expect(statuses.length).toBeLessThan(500);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([401]));
    expect(statuses.at(-1)).toBe(503);
  });
});
