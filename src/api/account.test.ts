import { afterEach, expect, test, vi } from "vitest";
import { ownPractices, ownRightsMark } from "./account.ts";
import { serviceConfig, setServiceConfig } from "./service-config.ts";
import { sessionBegins, sessionEnds } from "./session-state.ts";
import { give, seen, serviceOfEach } from "./test-service.ts";

serviceOfEach();
afterEach(() => vi.unstubAllGlobals());

const told = (userName: string) =>
  give(
    200,
    JSON.stringify({
      userName,
      role: "clerk",
      rights: ["visits"],
      practices: ["north"],
      rightsMark: userName,
    }),
  );

/** The service says who is signed in. Returns what the browser does once its network is back. */
function offered() {
  const online = new Set<() => void>();
  vi.stubGlobal("addEventListener", (_type: string, go: () => void) => online.add(go));
  vi.stubGlobal("removeEventListener", (_type: string, go: () => void) => online.delete(go));
  setServiceConfig({ ...serviceConfig(), extensions: ["getAccount"], extensionNames: ["AccountRequest"] });
  return online;
}

test("rights that could not be told are asked for again", async () => {
  const online = offered();
  give(500, "{}");
  sessionBegins("avery", "key-1");
  await expect.poll(() => online.size).toBe(1);
  told("avery");
  for (const go of online) go();
  await expect.poll(ownRightsMark).toBe("avery");
});

test("nobody has the rights of who signed in before", async () => {
  offered();
  told("blake");
  sessionBegins("blake", "key-1");
  await expect.poll(ownPractices).toEqual(["north"]);
  sessionEnds();
  give(403, "{}");
  sessionBegins("blake", "key-2");
  await expect.poll(() => seen.length).toBe(2);
  expect(ownPractices()).toEqual(["north"]);
  sessionEnds();
  sessionBegins("carey", "key-3");
  expect(ownPractices()).toEqual([]);
});
