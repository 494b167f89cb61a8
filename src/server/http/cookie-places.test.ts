import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { placesOf } from "./cookie-places.ts";

// Only these two are read of a request.
const placesAt = (hostname: string, url: string) => placesOf({ hostname, raw: { url } } as FastifyRequest);

test("a cookie’s places are the path’s and the domain’s", () => {
  expect(placesAt("clinic.example", "/auth/logout?x=1")).toEqual(
    ["", "; Domain=clinic.example"].flatMap((domain) =>
      ["/", "/auth", "/auth/", "/auth/logout", "/auth/logout/"].map((path) => `Path=${path}${domain}`),
    ),
  );
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) expect(placesAt(host, "/")).toEqual(["Path=/"]);
});

test("a request writes no attributes, and its answer stays small", () => {
  expect(placesAt("a;Max-Age=999;b", "/auth;Max-Age=1;Domain=x;Path=")).toEqual(["Path=/"]);
  expect(placesAt("localhost", "/a;Max-Age=1")).toEqual(["Path=/"]);
  expect(placesAt("localhost", "/a/<b>")).toEqual(["Path=/", "Path=/a", "Path=/a/"]);
  const above = ["Path=/", "Path=/; Domain=b.c.example", "Path=/; Domain=c.example"];
  expect(placesAt("a.b.c.example", "/")).toEqual(above);
  expect(placesAt("evil.example", "http://evil.example/json//reply/Auth").join()).not.toContain("//");
  const many = placesAt("a.b.c.d.e.f.g.example", "/////////////json/a/b/c/d/e/f/g");
  expect(many.join("").length).toBeLessThan(1000);
});
