import type { Locator, Page } from "playwright/test";
import { enter, expect, test } from "#e2e/fixtures.ts";
import { mailboxGoesAway, sendNow, write } from "#e2e/pages/composer.ts";

async function expectApart(one: Locator, others: Locator): Promise<void> {
  const box = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (const other of await others.all())
    await expect
      .poll(
        async () => {
          const [a, b] = [await box(one), await box(other)];
          return Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
        },
        `${await other.evaluate((element) => element.outerHTML.slice(0, 80))}`,
      )
      .toBeLessThanOrEqual(0);
}

/** Writes to somebody whose mailbox goes away, in a dialog over the page, and sends it. */
async function sendRefused(page: Page, subject: string): Promise<Locator> {
  await page.keyboard.press("c");
  await write(page, { to: "gone@direct.example", subject });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await sendNow(page).click();
  const notice = page.getByRole("region", { name: "Notifications" });
  await expect(notice).toContainText("The message was rejected");
  return notice;
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`an error covers nothing and stays, ${width} px wide`, async ({ page, server }) => {
    await page.setViewportSize({ width, height });
    await mailboxGoesAway(page);
    await enter(page, server.url, "/diagnosis");
    await page.getByRole("heading", { level: 1 }).click();
    const notice = await sendRefused(page, `Refused at ${width}`);
    const close = notice.getByRole("button", { name: "Close notice" });
    await expectApart(notice, page.locator("#main, nav"));
    // A dialog above it ends above the notice too.
    await page.keyboard.press("c");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.getByLabel("Subject").fill("Another");
    await expectApart(notice, page.getByRole("dialog"));
    await close.click();
    await expect(notice).not.toContainText("rejected");
    await expect(page.getByLabel("Subject")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // Escape closes it from the page, where the focus stays, and from its own buttons, from where it goes back.
    await sendRefused(page, `Refused again at ${width}`);
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("Escape");
    await expect(close).toHaveCount(0);
    await sendRefused(page, `Refused once more at ${width}`);
    const code = page.getByRole("main").getByRole("textbox").first();
    await code.focus();
    await close.focus();
    await page.keyboard.press("Escape");
    await expect(close).toHaveCount(0);
    await expect(code).toBeFocused();
  });
