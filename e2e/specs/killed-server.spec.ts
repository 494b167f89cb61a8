import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import type { InvoiceHead } from "#room/contract/schemas/invoice.ts";
import { postgresPrograms, startPostgres } from "#room/server/store/test-postgres-cluster.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

needs("a server of ours");

/** KILLED_RUNS=50 kills more often, and KILLED_SEED=random draws others; a failure’s report names its seed. */
const { KILLED_RUNS = "2", KILLED_SEED = "20261124" } = process.env;
const runs = Number(KILLED_RUNS);
const seed = KILLED_SEED === "random" ? Date.now() % 2 ** 31 : Number(KILLED_SEED);
const perRun = 60;
const senders = 16;

/** What is asked for a visit once it is charged: of its newest invoice, or of its first; or the same again. */
const step = fc.constantFrom("correct", "correct", "void", "correct first", "void first", "charge", "repeat");
const draw = fc.record({
  visits: fc.array(fc.array(step, { maxLength: 4 }), { minLength: perRun, maxLength: perRun }),
  killAt: fc.integer({ min: 1, max: perRun - 20 }),
});
type Steps = readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[];

/** Runs the work for each, in order, over as many connections as there are senders. */
async function forEach<T>(all: Iterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all].values();
  await Promise.all(
    Array.from({ length: senders }, async () => {
      for (const one of rest) await work(one);
    }),
  );
}

/** Of a visit by a plain model: what stands and what no longer does, in minor units, and the invoices as they are read. */
interface Billed {
  readonly standing: number;
  readonly ended: number;
  readonly heads: readonly InvoiceHead[];
}

const headsOf = async (wire: WireClient, visitId: string) =>
  (await wire.call("getVisitInvoice", { visitId })).invoices;
const sum = (minors: readonly number[]) => minors.reduce((all, minor) => all + minor, 0);

/** Asks for all that a visit’s steps say, from the first on, and checks each answer; done again, nothing changes. */
async function bill(wire: WireClient, visit: number, steps: Steps): Promise<Billed> {
  const visitId = buildGuid(2, visit);
  const made: { readonly number: number; readonly minor: number }[] = [];
  let isVoided = false;
  let ask = async () => 0;
  for (const [index, what] of (["charge", ...steps] as const).entries()) {
    const request = visit * 10 + index;
    const event = buildEvent({ charges: 1 + (request % 9), seed: request, visit: { visitId } });
    const invoiceNumber = (what.endsWith("first") ? made[0] : made.at(-1))?.number ?? 0;
    const isTaken = made.length === 0 || (invoiceNumber === made.at(-1)?.number && !isVoided);
    const [key, body] = what.startsWith("correct")
      ? ([
          "correctVisit",
          { autoChargedEvent: event, replacesInvoice: invoiceNumber, reason: "Code" },
        ] as const)
      : what.startsWith("void")
        ? (["voidInvoice", { eventId: event.eventId, visitId, invoiceNumber, reason: "Twice" }] as const)
        : (["chargeVisit", { AutoChargedEvent: event }] as const);
    if (what !== "repeat")
      ask = async () => {
        const { status } = await wire.post(key, body);
        // A server that is too busy says so, and is asked again.
        return status === 503 ? sleep(100).then(ask) : status;
      };
    const status = await ask();
    if (what === "repeat") continue;
    expect(status, `${visit}: ${steps.join(", ")}`).toBe(
      isTaken && (what !== "charge" || index === 0) ? 200 : 409,
    );
    if (status !== 200) continue;
    if (key === "voidInvoice") isVoided = true;
    else {
      const number = (await headsOf(wire, visitId))[made.length]?.invoiceNumber ?? 0;
      made.push({
        number,
        minor: sum(event.visitCharged.charges.map(({ charge }) => Math.round(charge.amount * 100))),
      });
    }
  }
  const heads = await headsOf(wire, visitId);
  const minors = made.map(({ minor }) => minor);
  expect(heads.map(({ total }) => Math.round(total.amount * 100))).toEqual(minors);
  expect(heads.map(({ state }) => state)).toEqual(
    minors.map((_, at) => (at < minors.length - 1 ? "replaced" : isVoided ? "voided" : "standing")),
  );
  const standing = isVoided ? 0 : (minors.at(-1) ?? 0);
  return { standing, ended: sum(minors) - standing, heads };
}

/**
 * Kills the server in each stream of charges, corrections and voids, checks that all it had answered is there, sends
 * the rest, and compares its sums with the model’s.
 */
async function checkKilled(server: ServerProcess): Promise<void> {
  await server.start();
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  const billed = new Map<number, Billed>();
  for (const [run, { visits, killAt }] of fc.sample(draw, { numRuns: runs, seed }).entries()) {
    const all = visits.map((steps, index) => [run * perRun + index, steps] as const);
    const answered = new Map<number, Billed>();
    let killing: Promise<void> | undefined;
    await forEach(all, async ([visit, steps]) => {
      try {
        answered.set(visit, await bill(wire, visit, steps));
      } catch (error) {
        // What became of this visit nobody knows: the server was killed.
        if (killing === undefined) throw error;
      }
      if (answered.size >= killAt) killing ??= server.stop("SIGKILL");
    });
    await killing;
    await server.start();
    await wire.signIn("casey");
    await forEach(answered, async ([visit, { heads }]) =>
      expect(await headsOf(wire, buildGuid(2, visit))).toEqual(heads),
    );
    await forEach(all, async ([visit, steps]) => void billed.set(visit, await bill(wire, visit, steps)));

    const known = [...billed.values()];
    // No invoice number without an invoice: nothing was made twice.
    const numbers = known.flatMap(({ heads }) => heads.map(({ invoiceNumber }) => invoiceNumber));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const { totals } = await wire.call("getDaySheet", { from: dayIn(-1), to: dayIn(1), totalsOnly: true });
    expect(totals).toMatchObject([
      {
        visits: known.filter(({ standing }) => standing > 0).length,
        charged: { amount: sum(known.map(({ standing }) => standing)) / 100 },
        corrected: { amount: sum(known.map(({ ended }) => ended)) / 100 },
      },
    ]);
  }
}

// Many process starts and calls: a limit for a busy machine, not a wait.
const limit = 60_000 * (2 + runs);
const seeded = `(seed ${seed})`;

test(`a killed server loses and doubles nothing ${seeded}`, async () => {
  test.setTimeout(limit);
  const server = new ServerProcess();
  try {
    await checkKilled(server);
  } finally {
    await server.dispose();
  }
});

test(`nor does a server on PostgreSQL ${seeded}`, async () => {
  const programs = postgresPrograms();
  test.skip(programs === undefined, "PostgreSQL's programs are not on this machine");
  test.setTimeout(limit);
  const cluster = await startPostgres(programs ?? "");
  const server = new ServerProcess({
    DATABASE_URL: cluster.url,
    FIRST_USER: `casey:${passwordOf("casey")}:`,
  });
  try {
    await checkKilled(server);
  } finally {
    await server.dispose();
    await cluster.stop();
  }
});
