import type { Page } from "playwright/test";
import { expect, expectAccessible, needs, signIn, test } from "#e2e/fixtures.ts";
import { cell, field, outcome, saved } from "#e2e/pages/editor.ts";
import type { WireClient } from "#e2e/wire-client.ts";
import { shortGuid } from "#room/contract/primitives/guid.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { go } from "#e2e/pages/go.ts";

needs("the clinic’s list");

const held = { canAutoCharge: false, manualReviewNeeded: true, withholdReason: "Modifier 25 is missing" };

/** The rules engine sends visits that it withholds. */
async function arrive(engine: WireClient, ...seeds: number[]) {
  const events = seeds.map((seed) => buildEvent({ seed, audit: held }));
  for (const event of events) await engine.call("chargeVisit", { AutoChargedEvent: event });
  return events;
}

const submit = (page: Page) => page.getByRole("button", { name: "Submit charge" });

/** What the strip says about who has the visit. */
const says = (page: Page, words: string | RegExp) =>
  expect(
    page.getByRole("status").or(page.getByRole("alert")).filter({ hasText: words }).first(),
  ).toBeVisible();

test("two people at one visit: takeover keeps the draft unsent", async ({
  elsewhere: robin,
  server,
  signedInPage: casey,
  wire,
}) => {
  const [event] = await arrive(wire, 901);
  if (!event) throw new Error("Nothing arrived");
  const { eventId, visitCharged } = event;
  await signIn(robin, server.url, "robin");
  // Opened by address in browsers that do not have the visit; reading does not take it.
  await go(casey, `/visits/by-visit/${visitCharged.visitId}`);
  // The visit's ID in the event's place finds it too.
  await robin.goto(`/visits/${visitCharged.visitId}`);
  for (const page of [casey, robin]) await expect(page).toHaveURL(new RegExp(`/visits/${eventId}$`));
  for (const page of [casey, robin]) await says(page, "Nobody is working on this visit");
  await expectAccessible(casey);

  // At the same moment.
  await Promise.all([casey, robin].map((page) => page.keyboard.press("Alt+w")));
  for (const page of [casey, robin])
    await says(page, /You have this visit until|(casey|robin) has this visit/);
  const hasIt = async (page: Page) => page.getByText("You have this visit until").count();
  expect((await hasIt(casey)) + (await hasIt(robin))).toBe(1);
  const [first, second] = (await hasIt(casey)) === 1 ? [casey, robin] : [robin, casey];
  const [firstName, secondName] = first === casey ? ["casey", "robin"] : ["robin", "casey"];
  await says(second, `${firstName} has this visit`);
  await expect(submit(second)).toBeDisabled();
  // Taken over while the other is typing.
  const amount = cell(first, 0, "charge.amount");
  await second.getByRole("button", { name: "Take over…" }).click();
  await amount.click();
  await first.keyboard.press("Control+a");
  await first.keyboard.type("2");
  await second.getByRole("dialog").getByRole("button", { name: "Take over" }).click();
  await says(second, "You have this visit until");
  await expect(
    first.getByRole("alert").filter({ hasText: `${secondName} took this visit over` }),
  ).toBeVisible();
  await expect(submit(first)).toBeDisabled();
  // What was being typed is finished: half an amount is another one. The next field is closed.
  await first.keyboard.type("28.00");
  await first.keyboard.press("Tab");
  await expect(amount).toBeDisabled();
  // What is typed on into the closed field runs no command: "c" would load the dialog that writes a message.
  const code: string[] = [];
  first.on("request", (request) => code.push(...(request.url().match(/.*\.js$/) ?? [])));
  await first.keyboard.type("3 C cj");
  expect(code).toEqual([]);
  // A key that moves on makes them commands again.
  await first.keyboard.press("Escape");
  await first.keyboard.press("?");
  await expect(first.getByRole("dialog")).toContainText("Keyboard shortcuts");
  await first.keyboard.press("Escape");
  await first.keyboard.press("Control+Enter");
  await saved(first);
  // A read-only page still scrolls by key.
  await expect(first.locator("[data-scroller]:not([tabindex='0'])")).toHaveCount(0);
  await first.reload();
  await says(first, `${secondName} has this visit`);
  await expect(amount).toHaveValue("228.00");

  // The other user finishes it; the one who lost it sees that too.
  await second.keyboard.press("Alt+r");
  await second.keyboard.type("Seen by the physician");
  await second.keyboard.press("Enter");
  await second.keyboard.press("Control+Enter");
  await expect(outcome(second)).toContainText("Charged");
  await expect(second.getByRole("region", { name: "Timeline" })).toContainText(/Charged.*Withheld/s);
  await expect(first.getByRole("region", { name: "Balance" })).toContainText("charged by another submission");
  await expect(submit(first)).toBeDisabled();
  const { invoice } = await wire.call("getVisitInvoice", { visitId: visitCharged.visitId });
  expect(invoice?.eventId).not.toBe(eventId);

  // One story: nothing says to fix and submit it, not even after a reload; the list shows what the service has.
  await first.reload();
  await says(first, "Another submission has charged this visit");
  await expect(outcome(first)).toBeHidden();
  const balance = first.getByRole("region", { name: "Balance" });
  await expect(balance).toContainText(`Invoice ${invoice?.invoiceNumber}$${invoice?.total.amount}`);
  await expect(balance).not.toContainText("If sent now");
  await expect(first.getByText("Why it is withheld")).toHaveCount(0);
  await expect(amount).toHaveValue("228.00");
  await expect(amount).toBeDisabled();
  await first.getByRole("button", { name: "Discard this draft" }).click();
  await expect(first).toHaveURL(new RegExp(`/visits/${invoice?.eventId}$`));
  await expect(outcome(first)).toContainText("Charged");
  await expect(first.getByText("removed from this device")).toBeVisible();
  await first.getByRole("link", { name: "Visits", exact: true }).first().click();
  await expect(first.getByRole("tab", { name: /To do/ })).toBeVisible();
  await expect(first.getByRole("row").filter({ hasText: shortGuid(visitCharged.visitId) })).toHaveCount(0);
});

test("a clerk works the queue by key: clears, delays, closes", async ({ signedInPage: page, wire }) => {
  const events = await arrive(wire, 911, 912, 913, 914);
  const mine = new Set(events.map(({ visitCharged }) => visitCharged.visitId));
  const seen = new Set<string>();
  const visitNow = async () => {
    const visitId = await field(page, "visitCharged.visitId").inputValue();
    expect(seen.has(visitId), "each visit comes once").toBe(false);
    seen.add(visitId);
    return visitId;
  };
  let presses = 0;
  await page.exposeFunction("notePress", () => (presses += 1));
  await page.evaluate(() =>
    addEventListener("pointerdown", () => void Reflect.get(globalThis, "notePress")(), true),
  );
  const addresses: string[] = [];
  page.on("framenavigated", () => addresses.push(new URL(page.url()).pathname));
  // From any page. A withheld visit is corrected in its cell, cleared and sent; the next one opens.
  await page.keyboard.press("Alt+n");
  await says(page, "You have this visit until");
  const corrected = await visitNow();
  await page.keyboard.press("Alt+r");
  await page.keyboard.type("Checked");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Alt+c");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("73610");
  await page.keyboard.press("Control+Alt+Enter");
  await expect(field(page, "visitCharged.visitId")).not.toHaveValue([...seen][0] ?? "");
  await says(page, "You have this visit until");

  const second = await visitNow();
  // The next visit was asked for, so keys are commands again at once.
  await page.keyboard.type("gv");
  await expect(page).toHaveURL(/\/visits$/);
  await page.goBack();
  await says(page, "You have this visit until");
  await page.keyboard.press("Alt+m");
  await page.keyboard.type("Called the front desk <b>twice</b>");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText(
    "Called the front desk <b>twice</b>",
  );
  await page.keyboard.press("Alt+z");
  await page.keyboard.press("Enter");
  // Who takes one after the other gets the next; the toast says what became of this one.
  await expect(field(page, "visitCharged.visitId")).not.toHaveValue(second);
  await expect(page.getByText(/is snoozed until/)).toBeVisible();
  expect((await wire.call("getVisit", { visitId: second })).visit.snoozedUntil).toBeTruthy();

  await says(page, "You have this visit until");
  const third = await visitNow();
  await page.keyboard.press("Alt+x");
  await expect(page.getByRole("dialog")).toContainText(/\$[1-9]\d*\.\d\d was paid on it/);
  await page.keyboard.type("Billed elsewhere");
  await page.keyboard.press("Enter");
  await expect(field(page, "visitCharged.visitId")).not.toHaveValue(third);
  await says(page, "You have this visit until");
  expect((await wire.call("getVisit", { visitId: third })).visit).toMatchObject({
    state: "closed",
    reason: "Billed elsewhere",
  });

  // Neither the mouse nor the list was needed, but for the look at it.
  expect(presses).toBe(0);
  expect(addresses.length).toBeGreaterThan(2);
  expect(addresses.filter((path) => !/^\/visits\/(by-visit\/)?[0-9a-f]{32}$/.test(path))).toEqual([
    "/visits",
  ]);
  const { autoChargedEvent } = await wire.call("getVisit", { visitId: corrected });
  expect(JSON.stringify(autoChargedEvent)).toContain('"cpt":"73610"');

  // The note is in the queue, even after a reload.
  await go(page, "/visits?tab=later");
  await page.reload();
  const snoozeFor = page.getByRole("row").filter({ has: page.locator(`a[title="${second}"]`) });
  await expect(snoozeFor.getByRole("cell", { name: "1", exact: true })).toBeVisible();

  // The palette finds a visit of the service by its id, even if this browser does not have it.
  const last = [...mine].find((visitId) => !seen.has(visitId)) ?? "";
  await page.keyboard.press("Control+k");
  await page.keyboard.type(last);
  await page.getByRole("option", { name: /Visit/ }).first().click();
  await says(page, "You have this visit until");
});

interface Taken {
  takenUntil?: string;
}

test("a lapsed hold keeps the draft, retaken on purpose", async ({ signedInPage: page, wire }) => {
  const [event] = await arrive(wire, 921);
  let [until, isShort] = ["", true];
  // As if its holder's turn lasted only a few more seconds.
  await page.route(/(Take|Get)VisitRequest|ListVisitsRequest/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { visit?: Taken; visits?: Taken[] };
    for (const visit of [body.visit, ...(body.visits ?? [])]) {
      if (!visit?.takenUntil || !isShort) continue;
      until ||= new Date(Date.now() + 10_000).toISOString().slice(0, 23);
      visit.takenUntil = `${until}0000`;
    }
    await route.fulfill({ response: answer, json: body });
  });
  await go(page, `/visits/${event?.eventId}`);
  await says(page, "Nobody is working on this visit");
  // An event comes in while it is being closed: it is not closed unseen, and what was typed stays until it is seen.
  await page.keyboard.press("Alt+x");
  await expect(page.getByRole("dialog")).toContainText(/\$[1-9]\d*\.\d\d was paid on it/);
  await page.keyboard.type("Billed elsewhere");
  const newer = buildEvent({ seed: 923, audit: held, visit: { ...event?.visitCharged } });
  await wire.call("chargeVisit", { AutoChargedEvent: newer });
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText(/Withheld.*Withheld/s);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toContainText("Another event has arrived");
  await expect(page.getByRole("dialog").getByLabel("Reason")).toHaveValue("Billed elsewhere");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(new RegExp(`${newer.eventId}$`));
  await expect(page.getByLabel("Notifications")).toContainText("A newer version of this visit came in");
  await cell(page, 0, "cpt").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("99214");
  await expect(
    page.getByRole("alert").filter({ hasText: "Your time with this visit ran out" }),
  ).toBeVisible();
  await expect(submit(page)).toBeDisabled();
  await expect(cell(page, 0, "cpt")).toHaveValue("99214");
  isShort = false;
  await page.getByRole("button", { name: "Take it again" }).click();
  await says(page, "You have this visit until");
  await expect(submit(page)).toBeEnabled();

  // The rules engine sends the visit again: the draft is kept, and must be merged before it can be sent.
  const again = buildEvent({ seed: 922, audit: held, visit: { ...event?.visitCharged, version: "2" } });
  await wire.call("chargeVisit", { AutoChargedEvent: again });
  await expect(page.getByText("A newer version of this visit came in")).toBeVisible();
  await expect(cell(page, 0, "cpt")).toHaveValue("99214");
  await expect(page.getByRole("region", { name: "Balance" })).toContainText("merge the newer");
});

test("a stopped “Submit and take next” takes none later", async ({ signedInPage: page, wire }) => {
  await arrive(wire, 951, 952);
  await page.keyboard.press("Alt+n");
  await says(page, "You have this visit until");
  const visitId = await field(page, "visitCharged.visitId").inputValue();
  await page.keyboard.press("Alt+r");
  await page.keyboard.type("Checked");
  await page.keyboard.press("Enter");
  const code = await cell(page, 0, "cpt").inputValue();
  await cell(page, 0, "cpt").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1");
  await page.keyboard.press("Control+Alt+Enter");
  await says(page, "Not sent: 1 problem to fix");
  // To the field.
  await page.getByRole("alert").getByRole("button").first().click();
  await expect(cell(page, 0, "cpt")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(code);
  const [answer] = await Promise.all([
    page.waitForResponse(/ChargeVisit/),
    page.getByRole("button", { name: "Submit charge" }).click(),
  ]);
  expect(await answer.json()).toEqual({ result: true });
  await expect(outcome(page)).toContainText(/created: \d+ lines?/);
  await expect(field(page, "visitCharged.visitId")).toHaveValue(visitId);
});

test("a visit refused for its form is opened and charged", async ({ signedInPage: page, wire }) => {
  const [mistyped, unreadable] = [0xf03a, 0xf03b].map((seed) =>
    buildEvent({ seed, charges: 1, diagnoses: 1 }),
  );
  if (!mistyped || !unreadable) throw new Error("No events");
  const { visitCharged, audit } = mistyped;
  const charges = visitCharged.charges.map(({ quantity, charge, cpt, ...line }) => ({
    ...line,
    cpt: Number(cpt),
    modifier: "25",
    quantity: String(quantity),
    charge: { ...charge, amount: charge.amount.toFixed(2) },
    billable: "true",
  }));
  const [diagnosis] = visitCharged.diagnosis ?? [];
  const send = (AutoChargedEvent: object) => wire.post("chargeVisit", { AutoChargedEvent });
  for (const event of [
    {
      ...mistyped,
      visitCharged: { ...visitCharged, charges, diagnosis, version: 3 },
      audit: { ...audit, rulesLogs: null, canAutoCharge: "true" },
    },
    { ...unreadable, visitCharged: { ...unreadable.visitCharged, charges: "none" } },
  ])
    expect(await send(event)).toMatchObject({ status: 400 });
  await go(page, `/visits/${unreadable.eventId}`);
  await expect(page.getByText('Charges: This must be a list, but it is "none"')).toBeVisible();
  await go(page, `/visits/${mistyped.eventId}`);
  await expect(cell(page, 0, "modifier")).toHaveValue("25");
  await expect(cell(page, 0, "billable")).toBeChecked();
  // What was received is shown as it came.
  await page.getByRole("region", { name: "Timeline" }).getByRole("button", { name: "Show" }).click();
  await page.getByText("As JSON").click();
  await expect(page.getByRole("dialog").locator("pre")).toContainText('"modifier": "25"');
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Send anyway" }).click();
  await expect(outcome(page)).toContainText("created: 1 line, $120.10");
});

test("a late charge of a closed visit waits", async ({ signedInPage: page, wire }) => {
  const [event] = await arrive(wire, 0xf04a);
  if (!event) throw new Error("Nothing arrived");
  const { visitId } = event.visitCharged;
  await wire.call("closeVisit", { visitId, reason: "Paid in cash" });
  const late = buildEvent({ seed: 0xf04b, visit: event.visitCharged });
  expect(await wire.call("chargeVisit", { AutoChargedEvent: late })).toEqual({ result: false });
  await go(page, `/visits/by-visit/${visitId}`);
  await expect(outcome(page)).toContainText("New charge for a visit closed without billing");
  await page.keyboard.press("Control+Enter");
  await expect(outcome(page)).toContainText(/created: \d+ lines?/);
  const { visit } = await wire.call("getVisit", { visitId });
  expect(visit.state).toBe("charged");
  expect(visit.eventId).not.toBe(late.eventId);
});
