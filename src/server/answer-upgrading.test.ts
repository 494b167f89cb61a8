import { createServer } from "node:http";
import { once } from "node:events";
import { expect, test } from "vitest";
import { answerUpgrading } from "./answer-upgrading.ts";
import { portOf } from "./direct/test-loopback.ts";

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const port = portOf(probe);
  probe.close();
  await once(probe, "close");
  return port;
}

const place = async () => ({
  host: "127.0.0.1",
  port: await freePort(),
  tlsCert: undefined,
  tlsKey: undefined,
});

test("an upgrading server responds, and tells when to come back", async () => {
  const { port, ...rest } = await place();
  const stop = await answerUpgrading({ port, ...rest });
  const ask = async (path: string, method = "GET") => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
    return [response.status, response.headers.get("retry-after"), await response.json()];
  };
  expect(await ask("/health")).toEqual([200, "10", { status: "upgrading" }]);
  expect(await ask("/ready")).toEqual([503, "10", { status: "upgrading" }]);
  const refusal = { responseStatus: { errorCode: "ServiceUnavailable" } };
  expect(await ask("/api/ListVisitsRequest", "POST")).toMatchObject([503, "10", refusal]);
  await stop();
  // The app takes the place.
  const app = createServer().listen(port, "127.0.0.1");
  await once(app, "listening");
  app.close();
});

test("a place that is taken does not keep from upgrading", async () => {
  const { port, ...rest } = await place();
  const taken = createServer().listen(port, "127.0.0.1");
  await once(taken, "listening");
  await (
    await answerUpgrading({ port, ...rest })
  )();
  taken.close();
});
