import type { FastifyRequest } from "fastify";
import { describe, expect, it } from "vitest";
import { startTestServer } from "#room/server/test-server.ts";
import { readSettings } from "#room/server/settings.ts";
import { remoteAddressOf } from "./trusted-proxies.ts";

function callerOf(trust: string, from: string, forwarded: string | undefined): string {
  const settings = readSettings({ TRUST_PROXY: trust });
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  // The two parts of a request that are used.
  const request = { socket: { remoteAddress: from }, headers } as unknown as FastifyRequest;
  return remoteAddressOf(request, settings);
}

describe("the client's address", () => {
  it.each([
    ["no", "10.0.0.1", "1.2.3.4", "10.0.0.1"],
    ["yes", "10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"],
    ["1", "10.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"],
    ["2", "10.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.2", "1.2.3.4"],
    ["2", "10.0.0.1", "1.2.3.4", "1.2.3.4"],
    ["yes", "10.0.0.1", undefined, "10.0.0.1"],
    ["yes", "10.0.0.1", "", "10.0.0.1"],
    ["yes", "10.0.0.1", "1.2.3.4, <script>", "10.0.0.1"],
    ["2", "10.0.0.1", `${"x".repeat(3000)}, 1.2.3.4`, "1.2.3.4"],
    ["yes", "10.0.0.1", "1.2.3.4:5678", "1.2.3.4"],
    ["yes", "10.0.0.1", "[2001:db8::1]:443", "2001:db8::1"],
    ["10.0.0.0/8 192.0.2.7", "10.0.0.1", "6.6.6.6, 1.2.3.4, 192.0.2.7", "1.2.3.4"],
    ["10.0.0.0/8", "::ffff:10.0.0.1", "1.2.3.4", "1.2.3.4"],
    ["fd00::/8", "fd00::2", "2001:db8::9", "2001:db8::9"],
    ["10.0.0.0/8", "192.0.2.1", "1.2.3.4", "192.0.2.1"],
    ["10.0.0.0/16, 192.0.2.7", "10.0.9.1", "6.6.6.6, 1.2.3.4, 192.0.2.7", "1.2.3.4"],
    ["10.0.0.0/16", "10.1.0.1", "1.2.3.4", "10.1.0.1"],
    [",10.0.0.1/32,", "10.0.0.1", "1.2.3.4", "1.2.3.4"],
    ["fd00::2/128", "fd00::2", "1.2.3.4", "1.2.3.4"],
    ["fe80::/10", "fe80::1%eth0", "1.2.3.4", "1.2.3.4"],
    ["10.0.0.0", "10.0.0.0", "1.2.3.4", "1.2.3.4"],
    ["0.0.0.0/0", "10.0.0.1", "1.2.3.4", "1.2.3.4"],
    ["10", "10.0.0.1", "1.2.3.4", "1.2.3.4"],
    ["yes", "10.0.0.1", "[2001:db8::1]", "2001:db8::1"],
    ["yes", "10.0.0.1", "x[1.2.3.4]", "10.0.0.1"],
    ["yes", "10.0.0.1", "[1.2.3.4]x", "10.0.0.1"],
    ["yes", "10.0.0.1", "x1.2.3.4:5", "10.0.0.1"],
    ["yes", "10.0.0.1", "1.2.3.4:5x", "10.0.0.1"],
  ])("TRUST_PROXY=%s from %s with '%s' is %s", (trust, from, forwarded, caller) => {
    expect(callerOf(trust, from, forwarded)).toBe(caller);
  });

  const wrong = ["999.1.1.1", "10.0.0.0/33", "1.2.3", "11", "localhost", ",", "10.0.0.1/8/8", "::g", "-1"];
  it.each([...wrong, "10.0.0.0/1e1", "10.0.0.0/", "anyes", "yes!", "1.5"])(
    "TRUST_PROXY=%s stops the start with a sentence",
    (text) => {
      expect(() => readSettings({ TRUST_PROXY: text })).toThrow(
        `TRUST_PROXY must be no, the number of proxies in front, or their addresses, such as 10.0.0.0/8, not '${text}'.`,
      );
    },
  );
});

it("a guesser behind a proxy cannot escape the throttle", async () => {
  const server = await startTestServer({ TRUST_PROXY: "yes", SIGN_IN_FAILURES_PER_ADDRESS: "3" });
  const guess = (index: number) =>
    server.post(
      "/auth",
      { userName: `user${index}`, password: "wrong password" },
      { "x-forwarded-for": `10.1.1.${index}, 192.0.2.9` },
    );
  const statuses = [];
  for (let index = 0; index < 5; index += 1) statuses.push((await guess(index)).status);
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  await server.stop();
});
