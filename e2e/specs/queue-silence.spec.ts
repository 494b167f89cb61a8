import { expect, expectAccessible, test } from "#e2e/fixtures.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { buildEvent } from "#room/testing/builders.ts";

test.use({ hasQueue: false });

let nextSeed = 0x5000;

/** Events that no other test has sent to this worker's server. */
function fresh(count: number) {
  return Array.from({ length: count }, () => buildEvent({ seed: (nextSeed += 1) }));
}

test("an unanswered event is repeated only by a person's word", async ({ signedInPage, context, wire }) => {
  const queue = new VisitsQueue(signedInPage);
  const [event] = fresh(1);
  if (!event) return;
  await context.route("**/config.json", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const answer = await route.fetch();
    const config: object = await answer.json();
    // A service with the interface only.
    await route.fulfill({ response: answer, json: { ...config, repeatedEvents: "unknown", extensions: [] } });
  });
  await signedInPage.reload();
  await queue.importEvents([event]);

  // The request arrives and is answered; the answer is lost on the way back.
  await context.route("**/BillingAutoChargeChargeVisitRequest", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await queue.row(event).getByRole("button", { name: "Send" }).click();
  await expect(queue.row(event)).toContainText("Unknown");
  await expect(queue.row(event)).toContainText("the invoice may exist");
  await context.unroute("**/BillingAutoChargeChargeVisitRequest");

  await signedInPage.getByRole("button", { name: "Retry all 1 that match…" }).click();
  await expect(signedInPage.getByRole("dialog")).toContainText("1 matches: 0 will be sent, 1 got no answer");
  await signedInPage.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await queue.row(event).getByRole("button", { name: "Retry" }).click();
  const question = signedInPage.getByRole("alertdialog");
  await expect(question).toContainText("its invoice may exist");
  await expectAccessible(signedInPage);
  await question.getByRole("button", { name: "Send the same again" }).click();
  await expect(queue.row(event)).toContainText("Charged");
  const { invoice } = await wire.call("getVisitInvoice", { visitId: event.visitCharged.visitId });
  expect(invoice?.eventId).toBe(event.eventId);
});

test("a batch without answers pauses after three, numbers true", async ({ signedInPage, context }) => {
  const queue = new VisitsQueue(signedInPage);
  await queue.importEvents(fresh(30));
  let requests = 0;
  let isSilent = true;
  await context.route("**/BillingAutoChargeChargeVisitRequest", async (route) => {
    requests += 1;
    await (isSilent ? route.abort("connectionreset") : route.continue());
  });
  await signedInPage.getByRole("button", { name: "Retry all 30 that match…" }).click();
  await signedInPage.getByRole("dialog").getByRole("button", { name: "Send 30" }).click();
  await expect(queue.sending).toContainText("Paused: the service has stopped answering");
  expect(requests).toBe(3);
  await expect(queue.sending).toContainText("27 visits haven’t been sent and are waiting");
  await expect(queue.sending).toContainText("So far: 3 unknown");
  await expect(signedInPage.getByRole("tab", { name: "Needs attention 3" })).toBeVisible();
  isSilent = false;
  await queue.sending.getByRole("button", { name: "Try again" }).click();
  await expect(queue.sending).toContainText("27 charged");
  await expect(signedInPage.getByRole("tab", { name: "Charged 27" })).toBeVisible();
});
