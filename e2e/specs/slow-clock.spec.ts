import { expect, needs, signIn, test } from "#e2e/fixtures.ts";
import { robinOf } from "#e2e/pages/robin.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { go } from "#e2e/pages/go.ts";

needs("the clinic’s list");

test("who has a visit is by the service’s clock", async ({ page, server }) => {
  const robin = await robinOf(server.url);
  const event = buildEvent({ seed: 0x7d11, audit: { manualReviewNeeded: true, withholdReason: "Papers" } });
  await robin.call("chargeVisit", { AutoChargedEvent: event });
  await robin.call("takeVisit", { visitId: event.visitCharged.visitId });
  // This computer’s clock is a day fast: its lease would be over.
  await page.clock.install({ time: Date.now() + 86_400_000 });
  await signIn(page, server.url);
  await go(page, "/visits?tab=open");
  const row = new VisitsQueue(page).row(event);
  await expect(row).toContainText("robin until");
  await expect(row).toContainText("0 min");
  await expect(row.getByRole("button", { name: "Take" })).toHaveCount(0);
});
