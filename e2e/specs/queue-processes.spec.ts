import { postgresPrograms, startPostgres } from "#room/server/store/test-postgres-cluster.ts";
import { buildEvent, buildGuid } from "#room/testing/builders.ts";
import { expect, needs, test } from "#e2e/fixtures.ts";
import { firstUsers, ServerProcess, userNames } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

needs("a server of ours");

const visitCount = 50;
const racers = 20;
const held = { canAutoCharge: false, manualReviewNeeded: true, withholdReason: "Papers missing" };
const visitOf = (index: number) => buildGuid(2, index + 1);

const names = userNames.slice(0, 4);

interface Racer {
  readonly name: string;
  readonly wire: WireClient;
}

/** Four users, each signed in once, calling both processes in turn. */
async function racersAt(servers: readonly ServerProcess[]): Promise<Racer[]> {
  const [first] = servers;
  const people = await Promise.all(
    names.map(async (name) => {
      const wire = new WireClient(first?.url ?? "");
      await wire.signIn(name);
      return { name, sessionId: wire.sessionId };
    }),
  );
  return Array.from({ length: racers }, (_, index) => {
    const { name, sessionId } = people[index % people.length] ?? { name: "", sessionId: undefined };
    const wire = new WireClient(servers[Math.floor(index / people.length) % servers.length]?.url ?? "");
    wire.sessionId = sessionId;
    return { name, wire };
  });
}

/** A thousand takes, twenty at the same moment for each visit: one user gets it, and the others are told who. */
async function race(all: readonly Racer[]): Promise<void> {
  for (let index = 0; index < visitCount; index += 1) {
    const outcomes = await Promise.all(
      all.map(async ({ name, wire }) => ({
        name,
        answer: await wire.post("takeVisit", { visitId: visitOf(index) }),
      })),
    );
    const winners = new Set(outcomes.flatMap(({ name, answer }) => (answer.status === 200 ? [name] : [])));
    expect([...winners]).toHaveLength(1);
    for (const { name, answer } of outcomes) {
      if (winners.has(name)) continue;
      expect(answer.status).toBe(409);
      expect(JSON.stringify(answer.body)).toContain(`"message":"${[...winners][0]}"`);
    }
  }
}

/**
 * One process is killed amid corrections, notes and closings while the other continues. Whatever was answered took
 * effect, once.
 */
async function kill(servers: readonly [ServerProcess, ServerProcess], all: readonly Racer[]): Promise<void> {
  const [first, second] = servers;
  const charged = new Set<string>();
  let answers = 0;
  let killing: Promise<void> | undefined;
  await Promise.all(
    all.map(async ({ wire }, lane) => {
      for (let index = lane; index < visitCount * 3; index += racers) {
        const visitId = visitOf(index % visitCount);
        const event = buildEvent({ seed: 1000 + index, visit: { visitId } });
        const work = [
          async () => {
            const { result } = await wire.call("chargeVisit", { AutoChargedEvent: event });
            // Of a visit that was closed before it is withheld.
            if (result) charged.add(visitId);
          },
          () => wire.post("noteVisit", { visitId, text: `Seen ${index}` }),
          () => wire.post("closeVisit", { visitId, reason: "Paid in cash" }),
        ][index % 3];
        // The outcome of a call to a killed process is unknown.
        await work?.().catch(() => undefined);
        answers += 1;
        if (answers === 60) killing ??= first.stop("SIGKILL");
      }
    }),
  );
  await killing;
  const wire = new WireClient(second.url);
  await wire.signIn("alex");
  const states = ["withheld", "refused", "charged", "closed"] as const;
  const listed = () => wire.call("listVisits", { states: [...states], limit: 200 });
  const counts = (rows: Awaited<ReturnType<typeof listed>>["visits"]) =>
    states.map((state) => rows.filter((row) => row.state === state).length);
  // The database may still be at work on what the killed process had asked for.
  await expect(async () => {
    const { byState } = await wire.call("summarizeVisits", {});
    const counted = states.map((state) => byState.find(({ name }) => name === state)?.count ?? 0);
    expect(counted).toEqual(counts((await listed()).visits));
  }).toPass({ timeout: 20_000 });
  const { visits, total } = await listed();
  expect([visits.length, total]).toEqual([visitCount, visitCount]);
  const numbers = visits.flatMap(({ invoiceNumber }) => invoiceNumber ?? []);
  expect(new Set(numbers).size).toBe(visits.filter(({ state }) => state === "charged").length);
  for (const visitId of charged)
    expect(visits.find((row) => row.visitId === visitId)).toMatchObject({ state: "charged" });
}

async function check(servers: readonly [ServerProcess, ServerProcess]): Promise<void> {
  const wire = new WireClient(servers[0].url);
  await wire.signIn("casey");
  for (let index = 0; index < visitCount; index += 1)
    await wire.call("chargeVisit", { AutoChargedEvent: buildEvent({ seed: index + 1, audit: held }) });
  const all = await racersAt(servers);
  await race(all);
  await kill(servers, all);
}

// Two processes and two thousand calls: a limit for a busy machine, not a wait.
const limit = 180_000;

test("a thousand races and a kill lose or double nothing", async () => {
  const programs = postgresPrograms();
  test.skip(programs === undefined, "PostgreSQL's programs are not on this machine");
  test.setTimeout(limit);
  const cluster = await startPostgres(programs ?? "");
  const [first, second] = [1, 2].map(
    () => new ServerProcess({ DATABASE_URL: cluster.url, FIRST_USER: firstUsers(names) }),
  );
  try {
    if (!first || !second) throw new Error("two processes");
    await first.start();
    await second.start();
    await check([first, second]);
  } finally {
    await first?.dispose();
    await second?.dispose();
    await cluster.stop();
  }
});
