import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { portOf } from "#room/server/direct/test-loopback.ts";
import { createLog } from "#room/server/log.ts";
import { readSettings } from "#room/server/settings.ts";
import { createUpstreamApp } from "./upstream-app.ts";

/** A service behind us that answers nothing by itself, or begins to. */
const asked: { path: string; isClosed: boolean; answer(): void }[] = [];
const answering: RequestListener = (request, response) => {
  request.resume().on("end", () => {
    const path = request.url ?? "";
    const call = { path, isClosed: false, answer: () => void response.end("{}") };
    response.on("close", () => (call.isClosed = !response.writableFinished));
    response.setHeader(
      "content-type",
      path.includes("Begun") ? "text/csv; charset=utf-8" : "application/json",
    );
    if (path.includes("Begun")) response.write("a,b\r\n");
    asked.push(call);
  });
};
const service = createServer(answering);

async function frontOf(address: string) {
  const settings = readSettings({ LOG_LEVEL: "silent", UPSTREAM_URL: address });
  const app = await createUpstreamApp({ settings, log: createLog(settings) }, address);
  return { app, url: await app.listen({ host: "127.0.0.1", port: 0 }) };
}
let front: Awaited<ReturnType<typeof frontOf>>;
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  front = await frontOf(`http://127.0.0.1:${portOf(service)}`);
});
afterAll(async () => {
  await front.app.close();
  service.closeAllConnections();
  service.close();
});

/** Asks, and goes away once the service has been asked. */
async function askAndLeave(path: string) {
  const before = asked.length;
  const socket = connect(Number(new URL(front.url).port), "127.0.0.1").on("error", () => undefined);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`);
  await expect.poll(() => asked.length).toBe(before + 1);
  socket.destroy();
  return asked.at(-1);
}

it.each([
  "/json/reply/ExportVisitsRequest",
  "/JSON//Reply/exportinvoicelinesrequest/?Begun",
  "/api/DaySheetRequest",
  "/json/syncreply/GetReportRequest?format=json",
])("a read ends when its caller goes away: %s", async (path) => {
  const call = await askAndLeave(path);
  await expect.poll(() => call?.isClosed, { timeout: 1000 }).toBe(true);
});

it.each(["/AutoChargeEntry/Billing/ChargedVisit", "/json/reply/CorrectVisitRequest", "/json/reply/Unheard"])(
  "a write goes through without its caller: %s",
  async (path) => {
    const call = await askAndLeave(path);
    const read = await askAndLeave("/json/reply/DaySheetRequest");
    await expect.poll(() => read?.isClosed, { timeout: 1000 }).toBe(true);
    expect(call?.isClosed).toBe(false);
    call?.answer();
  },
);

it("a file of the service is passed on", async () => {
  const file = fetch(`${front.url}/json/reply/ExportVisitsRequest?Begun`, { method: "POST", body: "{}" });
  await expect.poll(() => asked.at(-1)?.isClosed).toBe(false);
  asked.at(-1)?.answer();
  expect((await file).headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(await (await file).text()).toBe("a,b\r\n{}");
});

it("a service whose certificate nobody vouches for gets nothing", async (test) => {
  const folder = mkdtempSync(join(tmpdir(), "certificate-"));
  test.onTestFinished(() => rmSync(folder, { recursive: true }));
  const [key = "", cert = ""] = ["key.pem", "cert.pem"].map((name) => join(folder, name));
  const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${cert}`;
  try {
    execFileSync("openssl", words.split(" "), { stdio: "ignore" });
  } catch {
    return test.skip("openssl is not on this machine");
  }
  const before = asked.length;
  const secure = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, answering);
  await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
  const { app, url } = await frontOf(`https://127.0.0.1:${portOf(secure)}`);
  for (const path of ["/json/reply/Auth", "/AutoChargeEntry/Billing/ChargedVisit"]) {
    const answer = await fetch(url + path, { method: "POST", body: "{}", signal: AbortSignal.timeout(3000) });
    expect([path, answer.status]).toEqual([path, 503]);
  }
  expect(asked).toHaveLength(before);
  await app.close();
  secure.close();
});
