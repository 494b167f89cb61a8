import type { Page, Route } from "playwright/test";
import { buildEvent } from "#room/testing/builders.ts";
import { enter, expect, test } from "#e2e/fixtures.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";

test.use({ hasQueue: false });

const chargePath = "/BillingAutoChargeChargeVisitRequest";
const chargeRoute = `**${chargePath}`;
const outcome = (page: Page) => page.getByRole("status", { name: "Outcome" });

type Event = ReturnType<typeof buildEvent>;

/** An event of a new visit, whatever the other tests of this worker send. */
function newEvent(): Event {
  const guid = () => crypto.randomUUID().replaceAll("-", "");
  const event = buildEvent({ charges: 2 });
  return { ...event, eventId: guid(), visitCharged: { ...event.visitCharged, visitId: guid() } };
}

/** Opens an event that nobody has sent. */
async function enterAndOpen(page: Page, url: string): Promise<Event> {
  const event = newEvent();
  await enter(page, url);
  await page.locator('input[type="file"]').setInputFiles({
    name: "event.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(event)),
  });
  const { visitId } = event.visitCharged;
  await page.locator(`a[href$="/visits/${event.eventId}"]`).first().click();
  await expect(page.locator('[name="visitCharged.visitId"]')).toHaveValue(visitId);
  return event;
}

async function submit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Submit charge" }).click();
}

/** The visit's invoice on the service, requested outside the console. */
async function invoiceOf(wire: WireClient, event: Event) {
  return (await wire.call("getVisitInvoice", { visitId: event.visitCharged.visitId })).invoice ?? undefined;
}

test("offline or cut, charges are unknown or wait, billed once", async ({ page, server, wire }) => {
  await test.step("offline before leaving: nothing is sent until online again", async () => {
    const event = await enterAndOpen(page, server.url);
    await page.context().setOffline(true);
    await submit(page);
    await expect(outcome(page)).toContainText("Waiting to be sent");
    await expect(outcome(page)).toContainText(
      "The service can’t be reached. It will be sent as soon as it can be.",
    );
    await expect(page.getByRole("region", { name: "Balance" })).toContainText("In the outbox");
    expect(await invoiceOf(wire, event)).toBeUndefined();
    await page.context().setOffline(false);
    await expect(outcome(page)).toContainText("Charged");
    expect((await invoiceOf(wire, event))?.eventId).toBe(event.eventId);
  });
  await test.step("cut before the service has it: unknown, then charged once", async () => {
    const event = await enterAndOpen(page, server.url);
    await page.route(chargeRoute, (route) => route.abort("connectionreset"), { times: 1 });
    await submit(page);
    await expect(outcome(page)).toContainText("Unknown");
    expect(await invoiceOf(wire, event)).toBeUndefined();
    await page.getByRole("button", { name: "Send the same again" }).click();
    await expect(outcome(page)).toContainText("Charged");
    expect((await invoiceOf(wire, event))?.eventId).toBe(event.eventId);
  });
  await test.step("cut after the service has it: unknown, never invoiced twice", async () => {
    const event = await enterAndOpen(page, server.url);
    const swallow = async (route: Route) => {
      await route.fetch();
      await route.abort("connectionreset");
    };
    await page.route(chargeRoute, swallow, { times: 1 });
    await submit(page);
    await expect(outcome(page)).toContainText("Unknown");
    const made = await invoiceOf(wire, event);
    expect(made?.eventId).toBe(event.eventId);
    await page.reload();
    await expect(outcome(page)).toContainText("Unknown");
    await page.getByRole("button", { name: "Send the same again" }).click();
    await expect(outcome(page)).toContainText("Charged");
    expect((await invoiceOf(wire, event))?.invoiceNumber).toBe(made?.invoiceNumber);
  });
});

test("late answers settle by themselves; a busy service is awaited", async ({ page, server, wire }) => {
  await page.clock.install();
  await test.step("an answer too late is unknown, and settled by itself", async () => {
    const event = await enterAndOpen(page, server.url);
    const late = async (route: Route) => {
      await route.fetch();
      // Never answered; the console's own timeout ends the wait.
    };
    await page.route(chargeRoute, late, { times: 1 });
    await submit(page);
    await expect(outcome(page)).toContainText("Sending");
    await expect.poll(() => invoiceOf(wire, event)).toBeDefined();
    await page.clock.fastForward(21_000);
    await expect(outcome(page)).toContainText("Unknown");
    await expect(page.getByRole("region", { name: "Balance" })).toContainText("find out if it was charged");
    const made = await invoiceOf(wire, event);
    await page.clock.fastForward(60_000);
    await expect(outcome(page)).toContainText("Charged");
    expect((await invoiceOf(wire, event))?.invoiceNumber).toBe(made?.invoiceNumber);
  });
  await test.step("a busy service is waited for, and nothing is unknown", async () => {
    const event = await enterAndOpen(page, server.url);
    let refusals = 0;
    await page.route(chargeRoute, async (route) => {
      refusals += 1;
      await route.fulfill({ status: 503, headers: { "Retry-After": "1" }, body: "busy" });
    });
    await submit(page);
    await expect(outcome(page)).toContainText("The service is busy");
    await page.clock.fastForward(2000);
    await expect.poll(() => refusals).toBeGreaterThan(1);
    await page.unroute(chargeRoute);
    await page.clock.fastForward(8000);
    await expect(outcome(page)).toContainText("Charged");
    expect((await invoiceOf(wire, event))?.eventId).toBe(event.eventId);
  });
});

test("closed, on a full disk, behind gateways: never billed twice", async ({ page, server, wire }) => {
  await test.step("closed while sending: unknown at the start, one invoice", async () => {
    const event = await enterAndOpen(page, server.url);
    let isOnItsWay = () => {};
    const onItsWay = new Promise<void>((resolve) => (isOnItsWay = resolve));
    const hang = async (route: Route) => {
      await route.fetch();
      isOnItsWay();
    };
    await page.route(chargeRoute, hang, { times: 1 });
    await submit(page);
    await onItsWay;
    const made = await invoiceOf(wire, event);
    await page.goto(`${server.url}/visits/${event.eventId}`);
    await expect(outcome(page)).toContainText("Unknown");
    await page.getByRole("button", { name: "Send the same again" }).click();
    await expect(outcome(page)).toContainText("Charged");
    expect((await invoiceOf(wire, event))?.invoiceNumber).toBe(made?.invoiceNumber);
  });
  await test.step("a full disk: nothing unwritten leaves, and the page says", async () => {
    const event = await enterAndOpen(page, server.url);
    // Chromium's own quota cannot be made small enough; this is its error when the quota is reached.
    await page.evaluate(() => {
      const put = IDBObjectStore.prototype.put;
      const full = globalThis as typeof globalThis & { isFull?: boolean };
      full.isFull = true;
      IDBObjectStore.prototype.put = function (...given) {
        if (full.isFull) throw new DOMException("No room", "QuotaExceededError");
        return put.apply(this, given);
      };
    });
    let sends = 0;
    await page.route(chargeRoute, async (route) => {
      sends += 1;
      await route.continue();
    });
    await submit(page);
    await expect(page.getByText(/out of storage space/).first()).toBeVisible();
    expect(sends).toBe(0);
    await page.evaluate(() => ((globalThis as typeof globalThis & { isFull?: boolean }).isFull = false));
    await submit(page);
    await expect(outcome(page)).toContainText("Charged");
    expect((await invoiceOf(wire, event))?.eventId).toBe(event.eventId);
  });
  await test.step("a gateway's 502 is unknown, its 400 a refusal", async () => {
    await enterAndOpen(page, server.url);
    await page.route(chargeRoute, (route) => route.fulfill({ status: 400, body: "<html>no</html>" }), {
      times: 1,
    });
    await submit(page);
    await expect(outcome(page)).toContainText("Refused");
    await page.route(
      chargeRoute,
      (route) => route.fulfill({ status: 502, body: "<html>bad gateway</html>" }),
      {
        times: 1,
      },
    );
    await submit(page);
    await expect(outcome(page)).toContainText("Unknown");
  });
});

test("the server killed while charging: unknown, then one invoice", async ({ page }) => {
  const own = new ServerProcess();
  await own.start();
  try {
    const event = await enterAndOpen(page, own.url);
    await own.stop("SIGKILL");
    await submit(page);
    await expect(outcome(page)).toContainText("Unknown");
    await own.start();
    await page.getByRole("button", { name: "Send the same again" }).click();
    await expect(outcome(page)).toContainText("Charged");
    const wire = new WireClient(own.url);
    await wire.signIn("casey");
    expect((await invoiceOf(wire, event))?.eventId).toBe(event.eventId);
  } finally {
    await own.dispose();
  }
});

test("without declared safe repeats, nothing repeats without a person", async ({ page, server, wire }) => {
  await page.route("**/config.json", async (route) => {
    const answer = await route.fetch();
    const config: unknown = await answer.json();
    await route.fulfill({ response: answer, json: { ...(config as object), repeatedEvents: "unknown" } });
  });
  await page.clock.install();
  const event = await enterAndOpen(page, server.url);
  let sends = 0;
  await page.route(chargeRoute, async (route) => {
    sends += 1;
    await (sends === 1 ? route.abort("connectionreset") : route.continue());
  });
  await submit(page);
  await expect(outcome(page)).toContainText("Unknown");
  await page.getByRole("button", { name: "Send the same again" }).click();
  const question = page.getByRole("alertdialog", { name: "Send the same again?" });
  await expect(question).toContainText("could bill the visit twice");
  await question.getByRole("button", { name: "Cancel" }).click();
  await page.clock.fastForward("02:00:00");
  expect(sends, "one press does not repeat it").toBe(1);
  expect(await invoiceOf(wire, event)).toBeUndefined();
});

test("two tabs that send the same event make one attempt", async ({ page, context, server, wire }) => {
  const event = await enterAndOpen(page, server.url);
  const other = await context.newPage();
  await other.goto(`${server.url}/visits/${event.eventId}`);
  await expect(other.locator('[name="visitCharged.visitId"]')).toHaveValue(event.visitCharged.visitId);
  let sends = 0;
  context.on("request", (request) => (sends += request.url().endsWith(chargePath) ? 1 : 0));
  await submit(page);
  await expect(outcome(page)).toContainText("Charged");
  await expect(outcome(other)).toContainText("Charged");
  expect(sends).toBe(1);
  expect((await invoiceOf(wire, event))?.eventId).toBe(event.eventId);
});
