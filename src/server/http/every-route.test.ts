import { afterAll, beforeAll, expect, it } from "vitest";
import { operationKeys, registry } from "#room/contract/registry.ts";
import { startTestServer, type TestServer } from "#room/server/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ SIGN_IN_FAILURES_PER_ADDRESS: "1000000" });
});
afterAll(() => server.stop());

/** Each operation is called by each of its routes. */
it.each(operationKeys)("%s answers JSON to broken bodies and other methods", async (key) => {
  const { name, path } = registry[key];
  const routes = [`/json/reply/${name}`, `/JSON/REPLY/${name.toUpperCase()}`, `/api/${name}`];
  for (const route of path ? [...routes, path] : routes) {
    const post = (body: string, query = "") =>
      server.send(`${route}${query}`, { body, headers: { "content-type": "application/json" } });

    for (const body of ["[]", '"text"', "1", '{"a":', '{"a":1,}']) {
      const answer = await post(body);
      expect([400, 401]).toContain(answer.status);
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(answer.headers["x-request-id"]).toBeTruthy();
      expect(answer.headers["cache-control"]).toContain("no-store");
      expect(JSON.parse(answer.text)).toHaveProperty("responseStatus.errorCode");
    }
    const options = await server.send(route, { method: "OPTIONS" });
    expect([options.status, options.headers["allow"]]).toEqual([204, "POST, OPTIONS"]);
    const get = await server.send(route, { method: "GET" });
    expect([get.status, get.headers["allow"]]).toEqual([405, "POST, OPTIONS"]);

    const wrapped = await post('{"a":', "?callback=app.done");
    expect(wrapped.headers["content-type"]).toBe("application/javascript; charset=utf-8");
    expect(wrapped.text).toMatch(/^app\.done\(\{"responseStatus":.*\}\)$/);
    const hostile = await post("{}", `?callback=${encodeURIComponent("alert(1)//")}`);
    expect(hostile.status).toBe(400);
    expect(hostile.text).not.toContain("alert");
  }
});
