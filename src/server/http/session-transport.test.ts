import type { FastifyReply, FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { placesOf } from "./cookie-places.ts";
import { hasLookMark, sessionTransport } from "./session-transport.ts";

const host = "desk.clinic.example";
const requestOf = (headers: object, changes: object = {}) => {
  const request = { headers, protocol: "http", host, hostname: host, raw: { url: "/auth" }, ...changes };
  // What is read of it.
  return request as unknown as FastifyRequest;
};

/** Of a request with these headers, and the cookies that its answer sets. */
function transportOf(headers: object, publicUrl?: string, changes: object = {}) {
  const cookies: string[] = [];
  const reply = { header: (_name: string, value: string) => void cookies.push(value) };
  const settings = { publicUrl, allowedOrigins: [] };
  // All that is called of a reply.
  const answer = reply as unknown as FastifyReply;
  return { cookies, transport: sessionTransport(requestOf(headers, changes), answer, settings) };
}

const rest = "Path=/; HttpOnly; SameSite=Lax";
const https = "https://console.example";

test("marks are given, and taken from the only cookie", () => {
  const marks = (cookie?: string) => {
    const { transport } = transportOf(cookie === undefined ? {} : { cookie });
    return [transport.browserMark(), transport.factorHandle()];
  };
  expect(marks("ss-began=m; ss-factor=f")).toEqual(["m", "f"]);
  for (const cookie of [undefined, "ss-began=m; ss-began=n; ss-factor="])
    expect(marks(cookie)).toEqual([undefined, undefined]);
  const { transport, cookies } = transportOf({});
  transport.setBrowserMark("m", 600);
  transport.setFactorHandle("f", 300);
  transport.setLookMark("l");
  expect(cookies).toEqual([
    `ss-began=m; Max-Age=600; ${rest}`,
    `ss-factor=f; Max-Age=300; ${rest}`,
    `ss-look=l; ${rest}`,
  ]);
});

test("one cookie is cleared in its place, several in all", () => {
  const after = (headers: object, publicUrl?: string) => {
    const { transport, cookies } = transportOf(headers, publicUrl);
    transport.clearCookie();
    const cleared = cookies.splice(0);
    transport.setCookie("new", undefined);
    return [cleared, cookies];
  };
  const cleared = [`ss-id=; Max-Age=0; ${rest}`];
  const set = [`ss-id=new; ${rest}`];
  expect(after({ cookie: "ss-id=a" })).toEqual([cleared, set]);
  expect(after({ cookie: "ss-id=a", "x-ss-id": "a" })).toEqual([cleared, set]);
  expect(after({ cookie: "ss-id=a", "x-ss-id": "b" })).toEqual([[], set]);
  const places = placesOf(requestOf({})).map(
    (place) => `ss-id=; Max-Age=0; ${place}; HttpOnly; SameSite=Lax`,
  );
  expect(places.length).toBeGreaterThan(1);
  expect(after({ cookie: "ss-id=a; ss-id=b" })).toEqual([places, [...places, ...set]]);
  const secure = `__Host-ss-id=; Max-Age=0; ${rest}; Secure`;
  const two = { cookie: "__Host-ss-id=a; __Host-ss-id=b" };
  expect(after(two, https)).toEqual([[secure], [secure, `__Host-ss-id=new; ${rest}; Secure`]]);
});

test("a sign-out ends every session that came along", () => {
  const presented = (headers: object) => transportOf(headers).transport.everyPresented();
  expect(presented({ cookie: "ss-id=; ss-id=a; ss-id=b" })).toEqual(["a", "b"]);
  expect(presented({ cookie: "ss-id=a", authorization: "Bearer b" })).toEqual(["b"]);
});

test("a request says whether a page sent it, and where", () => {
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
  const { transport: page } = transportOf({ "sec-fetch-site": "none", "user-agent": agent }, https);
  expect([page.isFromPage(), page.browserName(), page.origin()]).toEqual([true, "Firefox on Linux", https]);
  const { transport } = transportOf({ "sec-fetch-mode": "cors" });
  expect([transport.isFromPage(), transport.origin()]).toEqual([false, `http://${host}`]);
  expect(transportOf({}, undefined, { host: "" }).transport.origin()).toBe("http://localhost");
});

test("a demo is shown where its mark is, once", () => {
  const has = (headers: object) => hasLookMark(requestOf(headers), { publicUrl: undefined }, "mark");
  expect(has({ cookie: "ss-look=mark" })).toBe(true);
  for (const headers of [{}, { cookie: "ss-look=other" }, { cookie: "ss-look=mark; ss-look=mark" }])
    expect(has(headers)).toBe(false);
});
