import { expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { go } from "#e2e/pages/go.ts";
import { readOf, sendNow } from "#e2e/pages/composer.ts";
import { addressOf } from "#e2e/server-process.ts";
import { buildCharge, buildEvent, buildGuid } from "#room/testing/builders.ts";

test("a withheld visit’s provider is asked in two keys", async ({ signedInPage: page, wire }) => {
  needs("the clinic’s list");
  const audit = { canAutoCharge: false, manualReviewNeeded: true, withholdReason: "Signature missing" };
  const event = buildEvent({ seed: 0x31_0001, audit });
  const [line] = event.visitCharged.charges;
  if (!line) throw new Error("The event has no line");
  line.providerId = buildGuid(13, 0x31);
  const { version } = await wire.call("listDirectory", {});
  const lane = { kind: "provider" as const, id: line.providerId, name: "Dr. Lane" };
  const poe = { kind: "provider" as const, id: buildGuid(13, 0x32), name: "Dr. Poe" };
  const entries = [{ ...lane, directAddress: addressOf("robin") }, poe];
  await wire.call("saveDirectory", { version, entries });
  await wire.call("chargeVisit", { AutoChargedEvent: event });

  await test.step("an administrator writes the template", async () => {
    await go(page, "/admin/clinic");
    await page.getByLabel("Template’s name").fill("Sign the note");
    await page.getByLabel("Subject").fill("Note of {date of service}");
    await page.getByLabel("Text", { exact: true }).fill("Hello {provider}: {reason}, {amount}, {patient}.");
    await page.getByLabel("Signature").fill("{my name}\nBilling");
    await page.getByRole("button", { name: "Save letters" }).click();
    await expect(page.getByText("No fields here: others may read a subject on its way.")).toBeVisible();
    await expect(page.getByText("“{patient}” isn’t one of the fields.")).toBeVisible();
    await page.getByLabel("Subject").fill("A note to sign");
    await page.getByLabel("Text", { exact: true }).fill("Hello {provider}: {reason}.");
    await page.getByRole("button", { name: "Save letters" }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  await go(page, `/visits/${event.eventId}`);
  await expect(page.getByRole("button", { name: "Write to provider" })).toBeVisible();
  await page.keyboard.press("Alt+l");
  await expect(page.getByLabel("Message", { exact: true })).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await sendNow(page).click();
  await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  const letter = await readOf(new URL(page.url()).origin, "robin", "A note to sign");
  expect(letter?.textBody).toBe("Hello Dr. Lane: Signature missing.\n\ncasey\nBilling");

  await test.step("why a letter is to nobody is said", async () => {
    const charges = [buildCharge(1, [], { providerId: poe.id })];
    const other = buildEvent({ seed: 0x31_0002, audit });
    const visitCharged = { ...other.visitCharged, charges };
    await wire.call("chargeVisit", { AutoChargedEvent: { ...other, visitCharged } });
    await go(page, `/visits/${other.eventId}`);
    await expect(page.getByRole("button", { name: "Write to provider" })).toBeVisible();
    await page.keyboard.press("Alt+l");
    await expect(page.getByText("Dr. Poe has no Direct address in the directory")).toBeVisible();
  });

  await test.step("who has no name is a blank, not an ID", async () => {
    const charges = [buildCharge(1, [], { providerId: buildGuid(13, 0x33) })];
    const other = buildEvent({ seed: 0x31_0003, audit });
    const visitCharged = { ...other.visitCharged, charges };
    await wire.call("chargeVisit", { AutoChargedEvent: { ...other, visitCharged } });
    await go(page, `/visits/${other.eventId}`);
    await expect(page.getByRole("button", { name: "Write to provider" })).toBeVisible();
    await page.keyboard.press("Alt+l");
    await expect(page.getByLabel("Message", { exact: true })).toContainText("Hello ____: Signature");
  });

  await test.step("the template is put into a letter begun by hand", async () => {
    await page.goto(`/messages/compose?visit=${event.visitCharged.visitId}`);
    const text = page.getByLabel("Message", { exact: true });
    const insert = async (name: string) => {
      await page.getByRole("button", { name: "Insert a template" }).click();
      await page.getByRole("menuitem", { name }).click();
      await expect(text).toBeFocused();
    };
    await text.click();
    await insert("Sign the note");
    await expect(text).toHaveText("Hello Dr. Lane: Signature missing.caseyBilling");
    await expect(page.getByLabel("Subject")).toHaveValue("A note to sign");
    await page.keyboard.type(" Thanks");
    await page.getByRole("button", { name: "Options" }).click();
    await page.getByRole("menuitemradio", { name: "Plain text only" }).click();
    await text.fill("See you.");
    await page.getByRole("button", { name: "Insert a template" }).press("Enter");
    await page.getByRole("menuitem", { name: "Signature" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("!");
    // Before or after the signature: its fields may still be asked for.
    await expect(text).toHaveValue(/^See you\.!?\n\ncasey\nBilling!?$/);
    expect(await text.inputValue()).toContain("!");
  });
});
