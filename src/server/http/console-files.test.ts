import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

let server: TestServer;
const folder = mkdtempSync(join(tmpdir(), "console-"));
const script = "export const x = 1;".repeat(100);
beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Visit Charge</title>");
  writeFileSync(join(folder, "assets", "main-a1B2c3D4.js"), script);
  writeFileSync(join(folder, "assets", "main-a1B2c3D4.js.br"), brotliCompressSync(script));
  writeFileSync(join(folder, "icon.svg"), "<svg/>");
  writeFileSync(join(folder, "two words.svg"), "<svg/>");
  writeFileSync(join(folder, "icon.bright.svg"), "<svg/>");
  for (const [inside, name] of [
    ["a~b", "icon.svg"],
    ["v1.0", "plain"],
  ] as const) {
    mkdirSync(join(folder, inside));
    writeFileSync(join(folder, inside, name), "no file of the console");
  }
  writeFileSync(`${folder}.txt`, "beside the folder");
  server = await startTestServer({}, { consoleFolder: folder });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
  rmSync(`${folder}.txt`);
});

const get = (path: string, headers: Record<string, string> = {}) =>
  server.send(path, { method: "GET", headers });

it("answers unknown addresses with JSON, or browsers a page", async () => {
  for (const path of [
    "/nope",
    "/visits/a/b",
    "/assets/none-a1B2c3D4.js",
    "/index.html",
    `/../${basename(folder)}.txt`,
    `/assets/../../${basename(folder)}.txt`,
    "/assets/../icon.svg",
    "/two%20words.svg",
    "/a~b/icon.svg",
    "/v1.0/plain",
    "/assets/main-a1B2c3D4.js.br",
  ]) {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  }
  const page = await get("/nope", { accept: "text/html,*/*" });
  expect([page.status, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  const posted = await server.send("/visits", { method: "POST", headers: { accept: "text/html" } });
  expect(posted.headers["content-type"]).toContain("json");
  for (const path of ["/api/Nope", "/json/reply/Auth", "/auth"]) {
    expect((await get(path, { accept: "text/html" })).headers["content-type"]).toContain("json");
  }
});

it.each([
  "/",
  "/visits",
  "/visits/new",
  "/visits/0a1b",
  "/messages/compose",
  "/diagnosis",
  "/sign-in/callback",
])("answers the console's address %s with the page, uncached", async (path) => {
  const answer = await get(`${path}?code=I10`);
  expect(answer.status).toBe(200);
  expect(answer.headers["cache-control"]).toBe("no-cache");
  expect(answer.text).toContain("<title>");
  const again = await get(path, { "if-none-match": String(answer.headers["etag"]) });
  expect(again.status).toBe(304);
});

it("sends pages with a strict policy", async () => {
  const { headers } = await get("/visits");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain("trusted-types messages dompurify");
  expect(policy).not.toMatch(/unsafe-|allow-duplicates/);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
  expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
  expect(headers["permissions-policy"]).toContain("camera=()");
  expect(headers["x-request-id"]).toBeTruthy();
});

it("lets hashed files be cached for good, compressed where accepted", async () => {
  const plain = await get("/assets/main-a1B2c3D4.js");
  expect(plain.text).toBe(script);
  expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const packed = await fetch(`${server.url}/assets/main-a1B2c3D4.js`, {
    headers: { "accept-encoding": "br" },
  });
  expect(packed.headers.get("content-encoding")).toBe("br");
  expect(packed.headers.get("vary")?.toLowerCase()).toContain("accept-encoding");
  expect(await packed.text()).toBe(script);
  expect(brotliDecompressSync(brotliCompressSync(script)).toString()).toBe(script);
  for (const path of ["/icon.svg", "/icon.bright.svg"])
    expect((await get(path)).headers["cache-control"]).toBe("no-cache");
  const head = await server.send("/visits", { method: "HEAD" });
  expect([head.status, head.text]).toEqual([200, ""]);
});

it("tells the console what it may rely on", async () => {
  const answer = await get("/config.json");
  expect(answer.headers["cache-control"]).toBe("no-cache");
  // It asks so whether the service is there.
  const head = await server.send("/config.json", { method: "HEAD" });
  expect([head.status, head.text]).toEqual([200, ""]);
  expect(JSON.parse(answer.text)).toMatchObject({
    apiBase: "",
    repeatedEvents: "safe",
    extensions: expect.arrayContaining([
      "GetVisitInvoiceRequest",
      "GetMessageRequest",
      "DiagnosisSearchRequest",
    ]),
    limits: { sendMessageBody: 64 * 1024 ** 2, chargeVisitBody: 8 * 1024 ** 2, sessionIdleMs: 1_800_000 },
    signIn: { credentials: true, digest: false, providers: [] },
    timeZone: "UTC",
    demo: false,
  });
});
