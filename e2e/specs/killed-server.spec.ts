import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { expect, test } from "#e2e/fixtures.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

const eventCount = 600;
const senders = 16;

function eventOf(index: number) {
  return buildEvent({ charges: 10, seed: index + 1 });
}

/** Sends events in order over many connections until the server is gone; the indexes that were answered true. */
async function sendUntilGone(wire: WireClient, onAnswer: (answered: number) => void): Promise<Set<number>> {
  const charged = new Set<number>();
  let next = 0;
  const sendOn = async (): Promise<void> => {
    while (next < eventCount) {
      const index = next;
      next += 1;
      try {
        const { result } = await wire.call("chargeVisit", { AutoChargedEvent: eventOf(index) });
        if (result) charged.add(index);
        onAnswer(charged.size);
      } catch {
        // The server was killed: what became of this event is not known to its sender.
      }
    }
  };
  await Promise.all(Array.from({ length: senders }, sendOn));
  return charged;
}

test("a server killed in a stream of charges has lost none that it answered and doubles none sent again", async () => {
  const server = new ServerProcess();
  try {
    await server.start();
    const wire = new WireClient(server.url);
    await wire.signIn("casey");
    const charged = new Set<number>();
    for (const killAt of [40, 90, 150]) {
      let killing: Promise<void> | undefined;
      const answered = await sendUntilGone(wire, (count) => {
        if (count >= killAt) killing ??= server.stop("SIGKILL");
      });
      await killing;
      expect(answered.size).toBeGreaterThanOrEqual(killAt);
      for (const index of answered) charged.add(index);
      await server.start();
      await wire.signIn("casey");
      for (const index of charged) {
        const { invoice } = await wire.call("getVisitInvoice", { visitId: buildGuid(2, index + 1) });
        expect(invoice?.eventId).toBe(buildGuid(1, index + 1));
      }
    }

    const numbers: number[] = [];
    for (let index = 0; index < eventCount; index += 1) {
      const event = eventOf(index);
      expect(await wire.call("chargeVisit", { AutoChargedEvent: event })).toEqual({ result: true });
      const { invoice } = await wire.call("getVisitInvoice", { visitId: buildGuid(2, index + 1) });
      expect(invoice?.lines).toHaveLength(10);
      numbers.push(invoice?.invoiceNumber ?? 0);
    }
    // One invoice for each event, and no number that belongs to none: nothing was made twice.
    expect(numbers.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: eventCount }, (_, index) => index + 1),
    );
  } finally {
    await server.dispose();
  }
});
