import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operationKeys, registry } from "#room/contract/registry.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ ALLOWED_ORIGINS: "https://desk.example" });
});
afterAll(() => server.stop());

const charge = "/AutoChargeEntry/Billing/ChargedVisit";
const verify = "/json/reply/DiagnosisVerifyRequest";

function statusOf(text: string): { errorCode: string; message: string; errors: { fieldName: string }[] } {
  return JSON.parse(text).responseStatus;
}

describe("addresses", () => {
  const paths = operationKeys.flatMap((key) => {
    const operation: { name: string; path?: string } = registry[key];
    return [
      `/json/reply/${operation.name}`,
      `/api/${operation.name}`,
      `/json/syncreply/${operation.name}`,
      ...(operation.path === undefined ? [] : [operation.path]),
    ];
  });

  it.each([...paths, "/auth", "/auth/credentials"])("answers %s whatever its case", async (path) => {
    for (const spelling of [path, path.toLowerCase(), path.toUpperCase()]) {
      const answer = await server.send(spelling, { body: "not json" });
      expect([400, 401]).toContain(answer.status);
    }
  });

  it("answers an address with doubled or trailing slashes", async () => {
    for (const path of [
      `/${charge}`,
      `${charge}/`,
      "//json//reply/Auth",
      "/json/reply/Auth/",
      "/auth//digest/",
    ]) {
      expect((await server.send(path, { body: "not json" })).text).toMatch(/not JSON|Not Authenticated/);
      expect((await server.send(path, { method: "OPTIONS" })).status).toBe(204);
    }
  });

  it("reads the session behind thousands of other headers", async () => {
    const sessionId = await server.signIn();
    const others = Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`a${at}`, ""]));
    const headers = { ...others, "x-ss-id": sessionId };
    expect((await server.send(verify, { headers, body: "{}" })).text).toMatch(/NotEmpty/);
  });

  it("answers unknown operations with 405, unknown addresses with 404", async () => {
    for (const path of [
      "/json/reply/Nope",
      "/api/Nope",
      "/json/reply/Auth/more",
      "/JSON/REPLY/nope",
      "/json/syncreply/x",
    ]) {
      const answer = await server.send(path, { body: "{}" });
      expect(answer.status).toBe(405);
      expect(statusOf(answer.text).errorCode).toBe("NotImplementedException");
    }
    for (const path of ["/", "/nope", "/json", "/json/reply/", "/visits", "/auth/a/b"]) {
      const answer = await server.send(path, { body: "{}" });
      expect(answer.status).toBe(404);
      expect(statusOf(answer.text).errorCode).toBe("NotFound");
    }
  });

  it("answers other methods with 405, Allow and JSON", async () => {
    for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "PROPFIND"]) {
      const answer = await server.send(charge, { method });
      expect(answer.status).toBe(405);
      expect(answer.headers["allow"]).toBe("POST, OPTIONS");
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
      if (method !== "HEAD") expect(statusOf(answer.text).errorCode).toBe("NotImplementedException");
    }
  });

  it("answers OPTIONS with 204, Allow, and CORS for listed origins", async () => {
    const plain = await server.send(charge, { method: "OPTIONS" });
    expect(plain.status).toBe(204);
    expect(plain.headers["allow"]).toBe("POST, OPTIONS");
    expect(plain.headers["access-control-allow-origin"]).toBeUndefined();
    const foreign = await server.send(charge, {
      method: "OPTIONS",
      headers: { origin: "https://evil.example" },
    });
    expect(foreign.headers["access-control-allow-origin"]).toBeUndefined();
    expect(foreign.headers["vary"]).toBe("Origin");
    const listed = await server.send(charge, {
      method: "OPTIONS",
      headers: { origin: "https://desk.example" },
    });
    expect(listed.headers["access-control-allow-origin"]).toBe("https://desk.example");
    expect(listed.headers["access-control-allow-credentials"]).toBe("true");
    expect(listed.headers["vary"]).toBe("Origin");
    // What the console sends by itself, and asks without reading the answer: whether the service is there.
    expect(listed.headers["access-control-allow-headers"]).toContain("x-background");
    expect(listed.headers["cross-origin-resource-policy"]).toBe("same-site");
    const refused = await server.send(verify, { headers: { origin: "https://desk.example" }, body: "{}" });
    expect(refused.status).toBe(401);
    expect(refused.headers["access-control-allow-origin"]).toBe("https://desk.example");
  });

  it("is served only under BASE_PATH if one is set", async () => {
    const based = await startTestServer({ BASE_PATH: "/24_5" });
    expect((await based.send("/24_5/json/reply/Auth", { body: "{}" })).status).toBe(401);
    expect((await based.send("/24_5/auth", { body: "{}" })).status).toBe(401);
    expect((await based.send("/24_5/api/Nope", { body: "{}" })).status).toBe(405);
    expect((await based.send("/json/reply/Auth", { body: "{}" })).status).toBe(404);
    await based.stop();
  });
});

describe("every answer", () => {
  it("carries its own request id, and is never cached", async () => {
    const ids = new Set<unknown>();
    for (const path of [verify, "/nope", "/api/Nope", "/%", "/json/reply/%ff"]) {
      const answer = await server.send(path, { body: "{}" });
      ids.add(answer.headers["x-request-id"]);
      expect(answer.headers["cache-control"]).toBe("no-store");
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    }
    expect(ids.size).toBe(5);
    expect(ids).not.toContain(undefined);
  });

  it("is JSON whatever Accept and format say", async () => {
    for (const format of ["json", "JSON", "xml", "csv", ""]) {
      const headers = { accept: "text/html, application/xml" };
      const answer = await server.send(`/auth?format=${format}`, { headers, body: "{}" });
      expect(answer.status).toBe(401);
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    }
  });
});

describe("a body", () => {
  it.each([
    ["application/json", 401],
    ["application/json; charset=UTF-8", 401],
    ["", 401],
    ["text/plain;charset=UTF-8", 401],
    ["application/x-www-form-urlencoded", 415],
    ["multipart/form-data; boundary=x", 415],
    ["application/xml", 415],
    [";;", 415],
    ["application/json; charset=utf-16", 400],
  ])("of type %s is answered %i", async (type, status) => {
    const answer = await server.send("/auth", { headers: { "content-type": type }, body: "{}" });
    expect(answer.status).toBe(status);
  });

  it("without a type, and an empty one, reads as JSON", async () => {
    expect((await server.send("/auth", { body: "{}" })).status).toBe(401);
    expect((await server.send("/auth", { body: "" })).status).toBe(401);
    expect((await server.send("/auth")).status).toBe(401);
    expect((await server.send("/auth", { body: "null" })).status).toBe(401);
    expect((await server.send("/auth", { body: " {} ", chunked: true })).status).toBe(401);
    expect((await server.send("/auth", { body: "\ufeff{}" })).status).toBe(401);
  });

  it("that is compressed is refused with 415 and its reason", async () => {
    const answer = await server.send("/auth", { headers: { "content-encoding": "gzip" }, body: "{}" });
    expect(answer.status).toBe(415);
    expect(statusOf(answer.text).message).toContain("compressed");
  });

  it("that is not JSON is refused by position, without text", async () => {
    const cases: [string, number][] = [
      ['{"userName":"secret" "password":1}', 21],
      ['{"a":1,}', 7],
      ["{a:1}", 1],
      ["[1,2", 4],
      ['{"a":"\u0001"}', 6],
      ['{"a":"\\x"}', 6],
      ["{} {}", 3],
      ['{"a":01}', 6],
      ["nul", 0],
      ['"unclosed', 9],
    ];
    for (const [body, position] of cases) {
      const answer = await server.send("/auth", { body });
      expect(answer.status).toBe(400);
      const { errorCode, message } = statusOf(answer.text);
      expect(errorCode).toBe("SerializationException");
      expect(message).toBe(`The body is not JSON at position ${position}.`);
    }
  });

  it("that is not UTF-8 is refused", async () => {
    const answer = await server.send("/auth", { body: new Uint8Array([0x7b, 0xff, 0x7d]) });
    expect(answer.status).toBe(400);
    expect(statusOf(answer.text).errorCode).toBe("SerializationException");
  });

  it("nested deeper than 64 levels is refused, however deep", async () => {
    const nested = (depth: number) => `{"x":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
    expect((await server.send("/auth", { body: nested(64) })).status).toBe(401);
    expect((await server.send("/auth", { body: nested(65) })).status).toBe(400);
    expect((await server.send(charge, { body: "[".repeat(1_000_000) })).status).toBe(401);
    const key = await server.signIn();
    const deep = await server.send(charge, { headers: { "x-ss-id": key }, body: "[".repeat(1_000_000) });
    expect(deep.status).toBe(400);
    expect(statusOf(deep.text).message).toContain("64 levels");
  });

  it("too large for its operation is refused while it arrives", async () => {
    const body = JSON.stringify({ userName: "x".repeat(65 * 1024) });
    for (const chunked of [false, true]) {
      const answer = await server.send("/auth", { body, chunked });
      expect(answer.status).toBe(413);
      expect(statusOf(answer.text).errorCode).toBe("RequestTooLarge");
    }
  });

  it("of very many values is refused before it is parsed", async () => {
    const key = await server.signIn();
    const body = `{"AutoChargedEvent":{"visitCharged":{"charges":[${"0,".repeat(1_000_000)}0]}}}`;
    const answer = await server.send(charge, { headers: { "x-ss-id": key }, body });
    expect(answer.status).toBe(413);
  });

  it("of very many faults is refused with the first hundred", async () => {
    const wrong = Array<number>(99_000).fill(1);
    const mail = await server.post("/DirectMessaging/SendMessage", { email: { to: wrong } });
    expect(mail.status).toBe(400);
    expect(statusOf(mail.text).errors).toHaveLength(100);
    expect(statusOf(mail.text).message).toBe("'to' must be text. 98,900 further failures are not listed.");
    const key = await server.signIn();
    const body = { AutoChargedEvent: { visitCharged: { charges: wrong } } };
    const visit = await server.post(charge, body, { "x-ss-id": key });
    expect(visit.status).toBe(400);
    expect(statusOf(visit.text).errors).toHaveLength(100);
  });

  it("cannot reach a prototype", async () => {
    const body = '{"__proto__":{"userName":"casey","password":"x"},"constructor":{"prototype":{"y":1}}}';
    expect((await server.send("/auth", { body })).status).toBe(401);
    expect(Reflect.get({}, "userName")).toBeUndefined();
  });

  it("is refused with all its failures, by path", async () => {
    const key = await server.signIn();
    const event = {
      eventId: "x",
      visitCharged: { practiceId: 5, charges: [{ cpt: "1", quantity: 1, charge: { currency: "USD" } }, {}] },
    };
    const answer = await server.send(charge, {
      headers: { "x-ss-id": key },
      body: JSON.stringify({ AutoChargedEvent: event }),
    });
    expect(answer.status).toBe(400);
    const { errorCode, errors, message } = statusOf(answer.text);
    expect(errors.map((error) => error.fieldName)).toEqual(
      expect.arrayContaining([
        "AutoChargedEvent.eventId",
        "AutoChargedEvent.visitCharged.visitId",
        "AutoChargedEvent.visitCharged.practiceId",
        "AutoChargedEvent.visitCharged.charges[0].charge.amount",
        "AutoChargedEvent.visitCharged.charges[1].cpt",
        "AutoChargedEvent.audit",
      ]),
    );
    expect(errors[0]).toMatchObject({ errorCode, message });
  });
});

describe("a callback", () => {
  const post = (callback: string) => server.send(`/auth?format=xml&callback=${callback}`, { body: "{}" });

  it("that is not a JavaScript name is refused unrepeated", async () => {
    const refused = [
      "a b",
      "alert(1)",
      "a.",
      ".a",
      "a..b",
      "<script>",
      "a;b",
      "1a",
      "a-b",
      "x".repeat(65),
      "a[0]",
      "class",
      "new.f",
    ];
    for (const name of refused) {
      const answer = await post(encodeURIComponent(name));
      expect(answer.status).toBe(400);
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
      if (name.length > 3) expect(answer.text).not.toContain(name);
    }
    expect((await server.send("/auth?callback=a&callback=b", { body: "{}" })).status).toBe(400);
  });

  it("wraps the answer, errors too, which keep their status", async () => {
    const answer = await post("app.$done_1");
    expect(answer.status).toBe(401);
    expect(answer.headers["content-type"]).toBe("application/javascript; charset=utf-8");
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.text).toMatch(/^app\.\$done_1\(\{.*\}\)$/);
    const unread = await server.send("/auth?callback=f", { body: "{" });
    expect([unread.status, unread.text.slice(0, 3)]).toEqual([400, "f({"]);
    const unknown = await server.send("/api/Nope?callback=f", { body: "{}" });
    expect([unknown.status, unknown.text.slice(0, 3)]).toEqual([405, "f({"]);
  });

  it("that is empty is ignored", async () => {
    expect((await post("")).headers["content-type"]).toBe("application/json; charset=utf-8");
  });

  it("gets what could end a script escaped", async () => {
    const body = JSON.stringify({ provider: "</script>\u2028\u2029." });
    const answer = await server.send("/auth?callback=f", { body });
    expect(answer.status).toBe(404);
    expect(answer.text).not.toMatch(/[<\u2028\u2029]/);
    expect(answer.text).toContain(String.raw`\u003c/script>\u2028\u2029`);
  });
});
