import { postgresPrograms, startPostgres } from "#room/server/store/test-postgres-cluster.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { expect, test } from "#e2e/fixtures.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

const eventCount = 320;
const senders = 16;

function eventOf(index: number) {
  return buildEvent({ charges: 10, seed: index + 1 });
}

/** Runs the work for each of that many items, in order, over as many connections as there are senders. */
async function forEach(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: senders }, lane));
}

/** Sends all events while the server is killed midway; returns the indexes answered with true. */
async function sendUntilGone(wire: WireClient, onAnswer: (answered: number) => void): Promise<Set<number>> {
  const charged = new Set<number>();
  await forEach(eventCount, async (index) => {
    try {
      const { result } = await wire.call("chargeVisit", { AutoChargedEvent: eventOf(index) });
      if (result) charged.add(index);
      onAnswer(charged.size);
    } catch {
      // The server was killed, so the sender cannot know what became of this event.
    }
  });
  return charged;
}

/**
 * Kills the server three times during a stream of charges, checks each time for everything it had answered, and sends
 * all again.
 */
async function checkKilled(server: ServerProcess): Promise<void> {
  await server.start();
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  const charged = new Set<number>();
  for (const killAt of [30, 60, 90]) {
    let killing: Promise<void> | undefined;
    const answered = await sendUntilGone(wire, (count) => {
      if (count >= killAt) killing ??= server.stop("SIGKILL");
    });
    await killing;
    expect(answered.size).toBeGreaterThanOrEqual(killAt);
    for (const index of answered) charged.add(index);
    await server.start();
    await wire.signIn("casey");
    const kept = [...charged];
    await forEach(kept.length, async (at) => {
      const number = (kept[at] ?? 0) + 1;
      const { invoice } = await wire.call("getVisitInvoice", { visitId: buildGuid(2, number) });
      expect(invoice?.eventId).toBe(buildGuid(1, number));
    });
  }

  const numbers: number[] = [];
  await forEach(eventCount, async (index) => {
    const event = eventOf(index);
    expect(await wire.call("chargeVisit", { AutoChargedEvent: event })).toEqual({ result: true });
    const { invoice } = await wire.call("getVisitInvoice", { visitId: buildGuid(2, index + 1) });
    expect(invoice?.lines).toHaveLength(10);
    numbers.push(invoice?.invoiceNumber ?? 0);
  });
  // One invoice per event, and no invoice number without one: nothing was created twice.
  expect(numbers.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: eventCount }, (_, index) => index + 1),
  );
}

// Four process starts and a thousand calls: a limit for a busy machine, not a wait.
const limit = 180_000;

test("a server killed while charging loses and doubles nothing", async () => {
  test.setTimeout(limit);
  const server = new ServerProcess();
  try {
    await checkKilled(server);
  } finally {
    await server.dispose();
  }
});

test("a server on PostgreSQL loses and doubles nothing either", async () => {
  const programs = postgresPrograms();
  test.skip(programs === undefined, "PostgreSQL's programs are not on this machine");
  test.setTimeout(limit);
  const cluster = await startPostgres(programs ?? "");
  const server = new ServerProcess({ DATABASE_URL: cluster.url });
  try {
    await checkKilled(server);
  } finally {
    await server.dispose();
    await cluster.stop();
  }
});
