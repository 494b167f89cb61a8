import { connect } from "node:net";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { portOf } from "#room/server/direct/test-loopback.ts";
import { createLog } from "#room/server/log.ts";
import { readSettings } from "#room/server/settings.ts";
import { StoreUnavailable } from "#room/server/store/store-unavailable.ts";
import { createBaseApp } from "./base-app.ts";

test("a reader leaving before the first byte is not logged", async () => {
  const settings = readSettings({ LOG_LEVEL: "error" });
  const lines: string[] = [];
  const app = await createBaseApp({
    settings,
    log: createLog(settings, { write: (line) => void lines.push(line) }),
  });
  const slow = new Readable({ read() {} });
  const closed = new Promise((resolve) => slow.once("close", resolve));
  let isAsked: (value?: unknown) => void = () => {};
  const asked = new Promise((resolve) => (isAsked = resolve));
  app.post("/slow", (_request, reply) => {
    setImmediate(isAsked);
    return reply.send(slow);
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const socket = connect(portOf(app.server), "127.0.0.1").on("error", () => undefined);
  const head = "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
  socket.write(`${head}Content-Length: 2\r\n\r\n{}`);
  await asked;
  socket.destroy();
  await closed;
  await app.close();
  expect(lines).toEqual([]);
});

test("each server logs a missing database once a second", async () => {
  const settings = readSettings({ LOG_LEVEL: "error" });
  for (let server = 0; server < 2; server += 1) {
    const lines: string[] = [];
    const log = createLog(settings, { write: (line) => void lines.push(line) });
    const app = await createBaseApp({ settings, log });
    app.get("/gone", () => {
      throw new StoreUnavailable("the database cannot be reached");
    });
    for (let call = 0; call < 3; call += 1) expect((await app.inject({ url: "/gone" })).statusCode).toBe(503);
    expect(lines).toHaveLength(1);
    await app.close();
  }
});
