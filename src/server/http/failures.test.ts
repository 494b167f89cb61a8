import { connect } from "node:net";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { portOf } from "#room/server/direct/test-loopback.ts";
import { createLog } from "#room/server/log.ts";
import { readSettings } from "#room/server/settings.ts";
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
