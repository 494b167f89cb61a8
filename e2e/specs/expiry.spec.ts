import fc from "fast-check";
import { expect, isBeforeOldService, needs, neverIdle, signIn, test } from "#e2e/fixtures.ts";
import { diagnosisSteps } from "#e2e/expiry/diagnosis-steps.ts";
import { editorSteps } from "#e2e/expiry/editor-steps.ts";
import { frameSteps } from "#e2e/expiry/frame-steps.ts";
import { costlyOnes, interruptions, mayBefall, quickOnes } from "#e2e/expiry/interruptions.ts";
import { messageSteps } from "#e2e/expiry/message-steps.ts";
import { queueSteps } from "#e2e/expiry/queue-steps.ts";
import { sharedVisitSteps } from "#e2e/expiry/shared-visit-steps.ts";
import type { Desk, Step } from "#e2e/expiry/step.ts";
import { WireClient } from "#e2e/wire-client.ts";

/**
 * EXPIRY_RUNS=20 runs so many orders in which anything may befall any step, and EXPIRY_SEED=random other ones; a
 * failure's report names its seed, which reproduces it. By default every run draws the same order, so that chance does
 * not fail a change that passed before, and of what opens pages anew each befalls one step.
 */
const { EXPIRY_RUNS, EXPIRY_SEED = "20261121" } = process.env;
const numRuns = Number(EXPIRY_RUNS ?? 1);
const kinds = EXPIRY_RUNS === undefined ? quickOnes : [...quickOnes, ...costlyOnes];
const seed = EXPIRY_SEED === "random" ? Date.now() % 2 ** 31 : Number(EXPIRY_SEED);

const pages: Readonly<Record<string, Readonly<Record<string, Step>>>> = {
  "the queue": queueSteps,
  "the editor": editorSteps,
  "the clinic's visit": sharedVisitSteps,
  messages: messageSteps,
  "diagnosis and the frame": { ...diagnosisSteps, ...frameSteps },
};

/** Steps about what an old service has not. */
const lacking = new Set([
  "editor, codes found",
  "messages, list scrolled",
  "messages, search half typed",
  "messages, one read",
  "diagnosis, words half typed",
  "diagnosis, code set chosen",
]);

/** One counter for all tests of a worker, since they share a server. */
let last = 0;

for (const [room, [name, steps]] of Object.entries(pages).entries()) {
  test(`sessions ending anywhere in ${name} lose and show nothing`, async ({ page, server }) => {
    if (steps === sharedVisitSteps) needs("the clinic’s list");
    const names = Object.keys(steps).filter((step) => !isBeforeOldService || !lacking.has(step));
    test.setTimeout(numRuns * names.length * 45_000);
    test.info().annotations.push({ type: "seed", description: String(seed) });
    await page.clock.install();
    await neverIdle(page.context());
    await signIn(page, server.url);
    await expect(page.getByRole("button", { name: "Account" })).toBeVisible();

    const wireOf = async (userName: "casey" | "robin") => {
      const wire = new WireClient(server.url);
      await wire.signIn(userName);
      return wire;
    };
    let robin: Promise<WireClient> | undefined;
    const desk: Desk = {
      page,
      server,
      casey: () => wireOf("casey"),
      robin: () => (robin ??= wireOf("robin")),
      next: () => (last += 1),
    };
    const order = fc.shuffledSubarray(names, { minLength: names.length });
    const what = fc.array(fc.shuffledSubarray(kinds, { minLength: 2, maxLength: 2 }), {
      minLength: names.length,
      maxLength: names.length,
    });
    await fc.assert(
      fc.asyncProperty(order, what, fc.nat(names.length - 1), async (places, befalls, costlyAt) => {
        for (const [at, place] of places.entries()) {
          const [drawn = "", second = ""] = befalls[at] ?? [];
          const first = (EXPIRY_RUNS === undefined && at === costlyAt && costlyOnes[room]) || drawn;
          const reached = await test.step(place, () => steps[place]?.(desk));
          if (!reached) throw new Error(place);
          const befall = mayBefall(first, reached) ? first : second;
          await test.step(`${place}: ${befall}`, () => interruptions[befall]?.(desk, reached));
        }
      }),
      { numRuns, seed, endOnFailure: true, includeErrorInReport: true },
    );
  });
}
