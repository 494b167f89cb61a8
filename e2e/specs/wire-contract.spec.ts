import { operationKeys, registry } from "#room/contract/registry.ts";
import { expect, test } from "#e2e/fixtures.ts";

/** Each operation of the built server is called by each of its routes. */
for (const key of operationKeys) {
  const { name, path } = registry[key];
  const routes = [
    `/json/reply/${name}`,
    `/JSON/REPLY/${name.toUpperCase()}`,
    `/api/${name}`,
    ...(path ? [path] : []),
  ];

  test(`${name} answers JSON to broken bodies and other methods`, async ({ server }) => {
    for (const route of routes) {
      const post = (body: string, query = "") =>
        fetch(`${server.url}${route}${query}`, {
          method: "POST",
          body,
          headers: { "Content-Type": "application/json" },
        });

      for (const body of ["[]", '"text"', "1", '{"a":', '{"a":1,}']) {
        const answer = await post(body);
        expect([400, 401]).toContain(answer.status);
        expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
        expect(answer.headers.get("x-request-id")).toBeTruthy();
        expect(answer.headers.get("cache-control")).toContain("no-store");
        expect(await answer.json()).toHaveProperty("responseStatus.errorCode");
      }
      const options = await fetch(`${server.url}${route}`, { method: "OPTIONS" });
      expect([options.status, options.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
      const get = await fetch(`${server.url}${route}`);
      expect([get.status, get.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);

      const wrapped = await post('{"a":', "?callback=app.done");
      expect(wrapped.headers.get("content-type")).toBe("application/javascript; charset=utf-8");
      expect(await wrapped.text()).toMatch(/^app\.done\(\{"responseStatus":.*\}\)$/);
      const hostile = await post("{}", `?callback=${encodeURIComponent("alert(1)//")}`);
      expect(hostile.status).toBe(400);
      expect(await hostile.text()).not.toContain("alert");
    }
  });
}
