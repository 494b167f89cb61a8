import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** What a server answers to raw bytes, until it closes. */
function raw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(server.port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (part: Buffer) => (answer += part.toString()));
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}

function bodyOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
}

it.each([
  ["bytes that are no HTTP", "\u0016\u0003\u0001hello\r\n\r\n", 400, "BadRequest"],
  ["a wrong version", "POST /auth HTTP/9.9\r\n\r\n", 400, "BadRequest"],
  ["no Host", "POST /auth HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}", 400, "BadRequest"],
  [
    "a Host that is none",
    "POST /auth HTTP/1.1\r\nHost: a b\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}",
    400,
    "BadRequest",
  ],
  [
    "an empty Host",
    "POST /auth HTTP/1.1\r\nHost:\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}",
    400,
    "BadRequest",
  ],
  [
    "headers without end",
    `POST /auth HTTP/1.1\r\nHost: x\r\nX: ${"y".repeat(70_000)}\r\n\r\n`,
    431,
    "HeadersTooLarge",
  ],
  [
    "two lengths",
    "POST /auth HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
    400,
    "BadRequest",
  ],
  [
    "an expectation that nobody knows",
    "POST /auth HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nContent-Length: 2\r\n\r\n{}",
    417,
    "ExpectationFailed",
  ],
  [
    "a length and chunks",
    "POST /auth HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
    "BadRequest",
  ],
  [
    "two hosts",
    "POST /auth HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}",
    400,
    "BadRequest",
  ],
  ["the wish for a tunnel", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n", 405, "NotImplementedException"],
])("answers %s in the form of all failures, and closes", async (_name, bytes, status, errorCode) => {
  const answer = await raw(bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer.toLowerCase()).toContain("content-type: application/json; charset=utf-8");
  expect(answer.toLowerCase()).toContain("x-request-id: ");
  expect(answer.toLowerCase()).toContain("x-content-type-options: nosniff");
  expect(bodyOf(answer)).toMatchObject({ responseStatus: { errorCode } });
});

it("refuses an address too long or impossible to decode", async () => {
  const long = await server.send(`/auth/${"x".repeat(5000)}`, { body: "{}" });
  expect(long.status).toBe(414);
  expect(JSON.parse(long.text)).toMatchObject({ responseStatus: { errorCode: "UriTooLong" } });
  expect((await server.send(`/auth/${"x".repeat(90)}`, { body: "{}" })).status).toBe(404);
  for (const path of ["/auth/%ff", "/auth/%", "/json/reply/%E0%A4%A"]) {
    const answer = await server.send(path, { body: "{}" });
    expect([400, 404, 405]).toContain(answer.status);
    expect(JSON.parse(answer.text)).toHaveProperty("responseStatus");
  }
});
