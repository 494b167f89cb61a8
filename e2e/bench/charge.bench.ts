import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { startFloor } from "./floor-server.ts";
import { expectAnswer, requestsPerSecond } from "./raw-load.ts";
import { type Bench, median } from "./measure.ts";

const rounds = 3;
const perRound = 3000;
const connections = 32;

/** Bodies that differ in their event and visit alone. */
function bodiesFrom(first: number, count: number): string[] {
  const event = buildEvent({ charges: 10, diagnoses: 4, payments: 2, rulesLogs: 5 });
  return Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      AutoChargedEvent: {
        ...event,
        eventId: buildGuid(1, first + index),
        visitCharged: { ...event.visitCharged, visitId: buildGuid(2, first + index) },
      },
    }),
  );
}

/** Auto-charge with a durable write, 32 connections, events of 10 charges, against parsing and echoing the same. */
export const bench: Bench = async () => {
  const server = new ServerProcess();
  const floor = await startFloor();
  try {
    await server.start();
    const wire = new WireClient(server.url);
    await wire.signIn("casey");
    const ours = {
      port: Number(new URL(server.url).port),
      path: "/AutoChargeEntry/Billing/ChargedVisit",
      headers: { authorization: `Bearer ${wire.sessionId}` },
      connections,
      check: expectAnswer('{"result":true}'),
    };
    const theirs = { port: floor.port, path: "/", connections, check: expectAnswer("eventId") };
    let sent = 0;
    const more = (count: number) => bodiesFrom((sent += count), count);
    await requestsPerSecond({ ...theirs, bodies: more(500) });
    await requestsPerSecond({ ...ours, bodies: more(500) });
    const rates: number[] = [];
    const floors: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      floors.push(await requestsPerSecond({ ...theirs, bodies: more(perRound) }));
      rates.push(await requestsPerSecond({ ...ours, bodies: more(perRound) }));
    }
    return [
      {
        name: "auto-charge, durable, 32 connections, 10 charges",
        value: median(rates),
        unit: "per second",
        floor: median(floors),
        atLeast: 0.35,
      },
    ];
  } finally {
    floor.stop();
    await server.dispose();
  }
};
