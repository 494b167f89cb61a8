import { buildEvent } from "#room/testing/builders.ts";
import { expect, needs, signIn, test } from "#e2e/fixtures.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { go } from "#e2e/pages/go.ts";

needs("a server of ours");

test("a clerk charges a file's visit, and invoices survive restarts", async ({ page }) => {
  const server = new ServerProcess();
  await server.start();
  try {
    const event = buildEvent({ charges: 3 });
    await signIn(page, server.url);
    await page.locator('input[type="file"]').setInputFiles({
      name: "event.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify({ AutoChargedEvent: event })),
    });
    await expect(
      page
        .getByRole("table", { name: "Visit charges" })
        .or(page.getByRole("grid", { name: "Visit charges" })),
    ).toBeVisible();
    await go(page, `/visits/${event.eventId}`);
    await expect(page.locator('[name="visitCharged.visitId"]')).toHaveValue(event.visitCharged.visitId);
    await expect(page.locator('[name="visitCharged.charges.0.cpt"]')).toHaveValue(
      event.visitCharged.charges[0]?.cpt ?? "",
    );
    await page.getByRole("button", { name: "Submit charge" }).click();
    await expect(page.getByRole("status", { name: "Outcome" })).toContainText(/charged/i);

    await server.stop();
    await server.start();
    const wire = new WireClient(server.url);
    await wire.signIn("casey");
    const { invoice } = await wire.call("getVisitInvoice", { visitId: event.visitCharged.visitId });
    expect(invoice?.eventId).toBe(event.eventId);
    expect(invoice?.lines).toHaveLength(3);
    expect(await wire.call("chargeVisit", { AutoChargedEvent: event })).toEqual({ result: true });
  } finally {
    await server.dispose();
  }
});
