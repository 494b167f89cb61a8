import { connect } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CallerGone } from "#room/server/store/caller-gone.ts";
import { FairCalls } from "./fair-calls.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Waits until nobody waits for it. */
const untilGone = async (callerGone: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    callerGone?.addEventListener("abort", () => reject(new CallerGone()));
  });

test("a sheet or report ends when its caller goes away", async () => {
  const key = await server.signIn();
  const sheet = vi.spyOn(server.store.daySheets, "sheet").mockImplementation(async (_, of) => untilGone(of));
  const report = vi
    .spyOn(server.store, "report")
    .mockImplementation(async (_name, _scope, _now, callerGone) => untilGone(callerGone));
  const days = { from: "2026-01-01", to: "2026-12-31" };
  for (const [name, request, asked] of [
    ["DaySheetRequest", days, sheet],
    ["GetReportRequest", { ...days, report: "average" }, report],
  ] as const) {
    const body = JSON.stringify(request);
    const socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
    socket.write(
      `POST /json/reply/${name} HTTP/1.1\r\nHost: x\r\nX-ss-id: ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await expect.poll(() => asked.mock.results.length).toBe(1);
    socket.destroy();
    await expect(asked.mock.results[0]?.value).rejects.toBeInstanceOf(CallerGone);
  }
});

test("a sheet that waits is not begun for nobody", async () => {
  const key = await server.signIn();
  let open = () => {};
  const opened = new Promise<never>((_, reject) => (open = () => reject(new CallerGone())));
  const sheet = vi.spyOn(server.store.daySheets, "sheet").mockReturnValue(opened);
  const body = JSON.stringify({ from: "2026-01-01", to: "2026-12-31" });
  const ask = () => {
    const socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
    socket.write(
      `POST /json/reply/DaySheetRequest HTTP/1.1\r\nHost: x\r\nX-ss-id: ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    return socket;
  };
  const waiting = vi.spyOn(FairCalls.prototype, "run");
  const sockets = Array.from({ length: 6 }, ask);
  await expect.poll(() => waiting.mock.results.length).toBe(6);
  expect(sheet).toHaveBeenCalledTimes(4);
  for (const socket of sockets) socket.destroy();
  const gone = waiting.mock.calls.map(([, , callerGone]) => callerGone);
  await expect.poll(() => gone.every((signal) => signal?.aborted)).toBe(true);
  open();
  await Promise.allSettled(waiting.mock.results.map(({ value }) => value as Promise<unknown>));
  expect(sheet).toHaveBeenCalledTimes(4);
});
