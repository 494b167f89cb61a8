import { randomUUID } from "node:crypto";
import type { Page } from "playwright/test";
import { JsonServiceClient } from "@servicestack/client";
import { registry } from "#room/contract/registry.ts";
import { expect, expectAccessible, needs, signIn, test } from "#e2e/fixtures.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";
import { guidFromUuid } from "#room/contract/primitives/guid.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { go } from "#e2e/pages/go.ts";

needs("the clinic’s list");

const held = (withholdReason: string) => ({ manualReviewNeeded: true, canAutoCharge: false, withholdReason });

/** A withheld event of a visit that nobody else uses. */
function withheld(seed: number, reason: string) {
  const event = buildEvent({ seed: 0x700000 + seed, audit: held(reason) });
  const visitCharged = { ...event.visitCharged, visitId: guidFromUuid(randomUUID()) };
  return { ...event, eventId: guidFromUuid(randomUUID()), visitCharged };
}

/** A request object as ServiceStack's own code generator writes it. */
function dto(key: "authenticate" | "chargeVisit", body: Record<string, unknown>) {
  return {
    ...body,
    getTypeName: () => registry[key].name,
    getMethod: () => "POST",
    createResponse: (): Record<string, unknown> => ({}),
  };
}

/** The rules engine: a stock client that posts its decisions. */
async function rulesEngine(url: string) {
  const client = new JsonServiceClient(url);
  const credentials = { provider: "credentials", userName: "alex", password: passwordOf("alex") };
  await client.post(dto("authenticate", credentials));
  return (event: unknown) => client.post(dto("chargeVisit", { AutoChargedEvent: event }));
}

test("a withheld visit shows truly on two screens at once", async ({ page: casey, elsewhere: robin }) => {
  // One day of two people: a limit for a busy machine, not a wait.
  test.setTimeout(120_000);
  const server = new ServerProcess();
  await server.start();
  await Promise.all([signIn(casey, server.url, "casey"), signIn(robin, server.url, "robin")]);
  await expect(casey.getByText("You’re all caught up")).toBeVisible();
  const send = await rulesEngine(server.url);
  const [first, second, third] = [1, 2, 3].map((seed) => withheld(seed, `Papers missing ${seed}`));
  if (!first || !second || !third) throw new Error("three events");
  const [queue, other] = [new VisitsQueue(casey), new VisitsQueue(robin)];

  // Events arrive: an empty list shows them; otherwise users are notified, and no row moves before they ask for it.
  await send(first);
  for (const list of [queue, other]) await expect(list.row(first)).toContainText("Withheld");
  for (const event of [second, third]) await send(event);
  for (const page of [casey, robin]) {
    await expect(page.getByRole("status", { name: "News" })).toContainText("2 new visits");
    await page.getByRole("button", { name: "Show", exact: true }).click();
  }
  for (const list of [queue, other])
    for (const event of [first, second, third]) await expect(list.row(event)).toContainText("Withheld");
  await expectAccessible(casey);

  // A range can be loaded by keyboard alone: Enter shows it.
  await casey.getByRole("button", { name: "Amount filter" }).click();
  await casey.getByRole("menuitem", { name: "Choose amounts…" }).click();
  await casey.keyboard.type("99999");
  await casey.keyboard.press("Enter");
  await expect(casey.getByText("No visit matches")).toBeVisible();
  // The focus stays with the filter.
  await expect(casey.getByRole("button", { name: /remove this filter/ })).toBeFocused();
  await expect(casey.getByText("Only this tab was searched.")).toBeVisible();
  await casey.getByRole("button", { name: "Search all visits" }).click();
  await expect(casey.getByRole("tab", { name: "All", exact: true })).toHaveAttribute("aria-selected", "true");
  await expect(casey.getByText("Only this tab was searched.")).toHaveCount(0);
  await casey.getByRole("button", { name: "Clear search and filters" }).click();
  await casey.getByRole("tab", { name: /To do/ }).click();
  await expect(queue.row(first)).toBeVisible();

  // A saved view is in the rail with its count, for the others too.
  await casey.getByRole("button", { name: "Views", exact: true }).click();
  await casey.getByRole("menuitem", { name: "Save this view…" }).click();
  await casey.getByLabel("Name", { exact: true }).fill("Papers");
  await casey.getByLabel("Everybody sees it").check();
  await casey.getByRole("dialog").getByRole("button", { name: "Save", exact: true }).click();
  const inRail = (page: Page) =>
    page.getByRole("navigation", { name: "Saved views" }).getByRole("link", { name: "Papers" });
  await expect(inRail(casey)).toContainText("3");
  await robin.reload();
  await expect(inRail(robin)).toContainText("3");
  // It is renamed for everybody, without losing whom it is shared with; the other cannot change it.
  await robin.getByRole("button", { name: "Views", exact: true }).click();
  await expect(robin.getByRole("menuitem", { name: "Papers (casey)" })).toBeVisible();
  await expect(robin.getByRole("menuitem", { name: "Papers…" })).toHaveCount(0);
  await robin.keyboard.press("Escape");
  await casey.getByRole("button", { name: "Views", exact: true }).click();
  await casey.getByRole("menuitem", { name: "Papers…" }).click();
  await expect(casey.getByLabel("Everybody sees it")).toBeChecked();
  await casey.getByLabel("Name", { exact: true }).fill("Papers today");
  await casey.keyboard.press("Enter");
  await expect(inRail(casey)).toContainText("Papers today");
  // A phone's toolbar has no room for it.
  const { width = 1280, height = 720 } = robin.viewportSize() ?? {};
  await robin.setViewportSize({ width: 390, height });
  await expect(inRail(robin)).toBeHidden();
  await robin.setViewportSize({ width, height });

  // Visits only this browser has are counted in tab and rail, too.
  const [own] = [withheld(4, "Not sent yet")];
  await queue.importEvents([own]);
  await expect(casey.getByRole("tab", { name: /To do/ })).toContainText("4");
  await expect(inRail(casey)).toContainText("4");
  await expect(queue.row(own)).toContainText("Only on this device");

  // Casey postpones one and closes another; robin's rows say so in place.
  await queue.row(first).getByRole("checkbox").check();
  await casey.getByRole("button", { name: "Actions for 1" }).click();
  await casey.getByRole("menuitem", { name: "Close without billing…" }).first().click();
  await expect(casey.getByRole("dialog")).toContainText("1 of 1 to close");
  await casey.getByRole("dialog").getByRole("button", { name: "Close 1 visit" }).click();
  await expect(casey.getByRole("status", { name: "Work on visits" })).toContainText("1 closed");
  await expect(other.row(first)).toContainText("Closed");
  await expect(other.row(first)).toContainText("Duplicate visit");

  // Another filter's total is its own, not what the one before it came to.
  await queue.row(first).getByRole("checkbox").uncheck();
  await expect(casey.getByText("2 visits at the clinic")).toBeVisible();
  await casey.getByRole("button", { name: "Reason filter" }).click();
  await casey.getByRole("menuitem", { name: /Papers missing 2/ }).click();
  await expect(casey.getByText("1 visit at the clinic")).toBeVisible();
  await casey.getByRole("button", { name: /remove this filter/ }).click();
  // A list that loads later has nobody else’s among what there is to do.
  for (const event of [second, third]) await expect(queue.row(event)).toContainText("Withheld");

  // Robin takes one by key; casey sees who has it and cannot take it.
  await robin.keyboard.press("n");
  await expect(robin).toHaveURL(/\/visits\/[0-9a-f]{32}/);
  const taken = robin.url().endsWith(second.eventId) ? second : third;
  const free = taken === second ? third : second;
  await expect(queue.row(taken)).toContainText("robin until");

  // The rest of the view is cleared and sent: robin's visit is left out, and one with a warning unless it is ticked.
  const risky = withheld(5, "Many units");
  const [line, ...lines] = risky.visitCharged.charges ?? [];
  await send({
    ...risky,
    visitCharged: { ...risky.visitCharged, charges: [{ ...line, quantity: 120 }, ...lines] },
  });
  await casey.goto(`${server.url}/visits?tab=open`);
  await casey.getByRole("button", { name: "Bulk actions" }).click();
  await casey.getByRole("menuitem", { name: "Approve for billing and send…" }).click();
  const dialog = casey.getByRole("dialog");
  await expect(dialog).toContainText("1 of 3 to approve and send");
  await expect(dialog).toContainText("Left out: 1 has warnings, 1 is with robin.");
  await expect(dialog).toContainText("120 units is more than usual");
  await expect(dialog.getByRole("button", { name: "Approve and send 1 visit" })).toBeVisible();
  await expectAccessible(casey);
  await dialog.getByRole("checkbox").check();
  await dialog.getByLabel("Reason").fill("The papers came by fax");
  // With warnings ticked no chord sends, and the dialog says so.
  await casey.keyboard.press("Control+Enter");
  await expect(dialog).toContainText("Enter doesn’t press the button here.");
  await dialog.getByRole("button", { name: "Approve and send 2 visits" }).click();
  await expect(casey.getByRole("status", { name: "Work on visits" })).toContainText("2 charged");
  await expect(queue.row(free)).toContainText("Charged");
  await go(robin, "/visits?tab=charged");
  await other
    .row(free)
    .getByRole("button", { name: /Invoice \d+/ })
    .click();
  await expect(robin.getByRole("dialog", { name: /Invoice \d+/ })).toContainText("Balance");
  await robin.keyboard.press("Escape");

  // The overview counts what is left and links to it.
  await casey.getByRole("link", { name: "Overview" }).click();
  await expect(casey.getByRole("link", { name: /Open now/ })).toContainText("1 visit");
  await expectAccessible(casey);
  await casey.getByRole("link", { name: /Open now/ }).click();
  // The header row, robin's visit, and the one only this browser has.
  await expect(queue.table.getByRole("row")).toHaveCount(3);
  await expect(queue.row(taken)).toContainText("robin until");

  await go(casey, "/overview");
  await casey.getByText("As a table").first().click();
  await casey.getByRole("link", { name: "0–1 days" }).click();
  await expect(queue.row(taken)).toContainText("robin until");
  await go(casey, "/visits?tab=open&waited=8%2B");
  await expect(casey.getByText("No visit matches")).toBeVisible();
  await casey.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(queue.row(taken)).toBeVisible();

  // The service goes away and comes back: the list says so, keeps its rows, and catches up by sequence number.
  await server.stop();
  await expect(casey.getByText("Updates are delayed")).toBeVisible({ timeout: 10_000 });
  await server.start();
  const again = await rulesEngine(server.url);
  await again(withheld(9, "After the night"));
  await expect(casey.getByRole("status", { name: "News" })).toContainText("1 new visit", { timeout: 20_000 });
  await server.dispose();
});
