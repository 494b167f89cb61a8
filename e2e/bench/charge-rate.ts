import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import type { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { load } from "./load.ts";

const event = buildEvent({ charges: 10, diagnoses: 4, payments: 2, rulesLogs: 5 });
let sent = 0;

/**
 * Returns a function that sends a round of events of ten charges over 32 connections and returns how many were charged
 * per second.
 */
export async function chargeRate(server: ServerProcess, perRound = 1500): Promise<() => Promise<number>> {
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  return async () => {
    const first = sent;
    sent += perRound;
    const { perSecond } = await load({
      url: `${server.url}/AutoChargeEntry/Billing/ChargedVisit`,
      connections: 32,
      count: perRound,
      headers: { authorization: `Bearer ${wire.sessionId}` },
      answer: '{"result":true}',
      body: (n) => {
        const visitCharged = { ...event.visitCharged, visitId: buildGuid(2, first + n) };
        return JSON.stringify({
          AutoChargedEvent: { ...event, eventId: buildGuid(1, first + n), visitCharged },
        });
      },
    });
    return perSecond;
  };
}
