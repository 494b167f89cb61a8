import { randomBytes } from "node:crypto";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { startEchoServer } from "./echo-server.ts";
import { load } from "./load.ts";
import { type Bench, median, percentile } from "./measure.ts";

const rounds = 9;
const perRound = 1500;
const connections = 32;
const event = buildEvent({ charges: 10, diagnoses: 4, payments: 2, rulesLogs: 5 });

/** Bodies that differ only in their event and visit. */
function bodiesAfter(first: number) {
  return (n: number) => {
    const visitCharged = { ...event.visitCharged, visitId: buildGuid(2, first + n) };
    return JSON.stringify({ AutoChargedEvent: { ...event, eventId: buildGuid(1, first + n), visitCharged } });
  };
}

/** One of our servers, started, as the load is sent to it. */
async function targetOf(server: ServerProcess) {
  await server.start();
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  return {
    url: `${server.url}/AutoChargeEntry/Billing/ChargedVisit`,
    headers: { authorization: `Bearer ${wire.sessionId}` },
    answer: '{"result":true}',
  };
}

/**
 * Auto-charge with a durable write, 32 connections, events of 10 charges, against parsing and echoing the same bodies;
 * and the same with everything encrypted, which has no bound.
 */
export const bench: Bench = async () => {
  const server = new ServerProcess();
  const keyed = new ServerProcess({ DATA_KEY: randomBytes(32).toString("base64") });
  const echo = await startEchoServer();
  try {
    const ours = await targetOf(server);
    const sealed = await targetOf(keyed);
    const floor = { url: echo.url, answer: '"eventId"' };
    let sent = 0;
    const run = async (target: { url: string; answer: string }, count = perRound) => {
      sent += count;
      return load({ ...target, connections, count, body: bodiesAfter(sent) });
    };
    for (const target of [floor, ours, sealed]) await run(target, 1000);
    const results: { floor: number; ours: number; sealed: number; times: readonly number[] }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const bare = await run(floor);
      const { perSecond, times } = await run(ours);
      const underKey = await run(sealed);
      results.push({ floor: bare.perSecond, ours: perSecond, sealed: underKey.perSecond, times });
    }
    const bare = median(results.map((result) => result.floor));
    return [
      {
        name: "auto-charge, durable, 32 connections, 10 charges",
        value: median(results.map((result) => result.ours)),
        unit: "per second",
        floor: bare,
        atLeast: 0.25,
      },
      {
        name: "its slowest in a hundred",
        value: median(results.map(({ times }) => percentile(times, 0.99))),
        unit: "ms",
      },
      {
        name: "the same with everything sealed (DATA_KEY)",
        value: median(results.map((result) => result.sealed)),
        unit: "per second",
        floor: bare,
      },
    ];
  } finally {
    echo.stop();
    await server.dispose();
    await keyed.dispose();
  }
};
