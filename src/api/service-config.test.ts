import { afterEach, expect, it, vi } from "vitest";
import { loadServiceConfig, serviceConfig, setServiceConfig } from "./service-config.ts";

const before = serviceConfig();
afterEach(() => {
  vi.unstubAllGlobals();
  setServiceConfig(before);
});

it("a failing service is away, one without the file isn’t", async () => {
  const after = (status: number) => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("<h1>Error</h1>", { status })));
    return loadServiceConfig();
  };
  for (const status of [500, 502, 503, 504, 599]) expect(await after(status), String(status)).toBe(false);
  for (const status of [403, 404, 405, 501]) expect(await after(status), String(status)).toBe(true);
});
