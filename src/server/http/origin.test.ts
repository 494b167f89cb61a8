import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { allowOrigin, checkNamedOrigin, checkOwnOrigin } from "./origin.ts";

const [ours, desk] = ["http://console.example:8080", "https://desk.example"];
const allowedOrigins = [desk];

/** As asked under this name. */
const asked = (host: string, headers: object, method = "POST") =>
  // What is read of a request.
  ({ host, headers, method, protocol: "http" }) as unknown as FastifyRequest;

function may(check: typeof checkOwnOrigin, host: string, headers: object, publicUrl: string | undefined) {
  try {
    check(asked(host, headers), { allowedOrigins, publicUrl });
    return true;
  } catch (error) {
    expect(error).toMatchObject({ status: 403, errorCode: "Forbidden" });
    return false;
  }
}

const page = { "sec-fetch-site": "same-origin" };

test.each([
  // A program.
  ["evil.example", {}, true],
  ["evil.example", page, false],
  ["evil.example", { origin: "http://evil.example" }, false],
  ["evil.example", { origin: "http://evil.example", ...page }, false],
  ["evil.example", { origin: "https://DESK.example" }, true],
  ["console.example:8080", page, true],
  ["proxy.example", { origin: ours, ...page }, true],
  ["10.0.0.7", { origin: "http://10.0.0.7" }, true],
  ["10.0.0.7", page, true],
  ["[::1]:3000", { origin: "http://[::1]:3000" }, true],
  ["localhost", page, true],
  ["a b", page, false],
  ["a b", { origin: "null" }, false],
])("without a session, of the name %s, %o may: %s", (host, headers, allowed) => {
  expect(may(checkNamedOrigin, host, headers, ours)).toBe(allowed);
  if (host !== "console.example:8080" && host !== "proxy.example")
    expect(may(checkNamedOrigin, host, headers, undefined)).toBe(allowed);
});

test("a page of no origin is a foreign one", () => {
  for (const host of ["a b", "console.example:8080"])
    for (const origin of ["null", "data:text/html,x", "evil"])
      expect(may(checkOwnOrigin, host, { origin }, ours)).toBe(false);
  expect(may(checkOwnOrigin, "proxy.example", { origin: ours }, ours)).toBe(true);
  expect(may(checkOwnOrigin, "proxy.example", { origin: ours }, undefined)).toBe(false);
});

test("only pages that are listed may read answers", () => {
  const given = (origin: string | undefined, method = "POST", allowed = allowedOrigins) => {
    const headers: Record<string, string> = {};
    const reply = {
      header(name: string, value: string) {
        headers[name] = value;
        return reply;
      },
    };
    // All that is called of a reply.
    allowOrigin(asked("console.example", { origin }, method), reply as unknown as FastifyReply, allowed);
    return headers;
  };
  const all = { vary: "Origin", "cross-origin-resource-policy": "same-site" };
  expect(given(desk, "POST", [])).toEqual({});
  for (const origin of [undefined, "https://evil.example"]) expect(given(origin)).toEqual(all);
  const origin = "https://DESK.example";
  const listed = {
    ...all,
    "access-control-allow-origin": origin,
    "access-control-allow-credentials": "true",
  };
  expect(given(origin)).toEqual({
    ...listed,
    "access-control-expose-headers": "X-Request-Id, Retry-After, Date",
  });
  expect(given(origin, "OPTIONS")).toEqual({
    ...listed,
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "content-type, authorization, x-ss-id, x-background",
    "access-control-max-age": "600",
  });
});
