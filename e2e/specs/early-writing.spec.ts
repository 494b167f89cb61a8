import type { Page } from "playwright/test";
import { expect, test } from "#e2e/fixtures.ts";
import { passwordOf } from "#e2e/server-process.ts";
import { compose, readOf, send, sendNow, write } from "#e2e/pages/composer.ts";

const field = (page: Page) => page.getByRole("textbox", { name: "Message" });
const formatted = (page: Page) => page.locator("[contenteditable][aria-label=Message]");

/** A new message, before what formats it is there. Returns how that comes. */
async function composeEarly(page: Page, url: string): Promise<() => void> {
  let come = () => {};
  const isCome = new Promise<void>((resolve) => (come = resolve));
  await page.route(/rich-writer-[^/]*\.js$/, async (route) => {
    await isCome;
    await route.fallback();
  });
  await compose(page, url);
  await field(page).click();
  return come;
}

test("what is typed before formatting is there stays", async ({ page, server }) => {
  const come = await composeEarly(page, server.url);
  const place = await field(page).boundingBox();
  await page.keyboard.type("Dear Robin,\nsee  <the> note");
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("x");
  await page.keyboard.press("Shift+ArrowRight");
  come();
  await expect(formatted(page)).toBeFocused();
  expect(await formatted(page).boundingBox()).toEqual(place);
  await page.keyboard.type("y");
  await expect(formatted(page).locator("p")).toHaveText(["Dear Robin,", "see  <the>xynote"]);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(formatted(page)).toHaveText("");
});

test("what formats waits for it, and what follows", async ({ page, server }) => {
  const come = await composeEarly(page, server.url);
  await page.keyboard.type("Now ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("bold");
  await expect(field(page)).toHaveValue("Now ");
  come();
  await expect(formatted(page).locator("b")).toHaveText("bold");
  await expect(page.getByRole("button", { name: "Bold" })).toHaveAttribute("aria-pressed", "true");
});

test("a formatted paste keeps its format", async ({ page, server }) => {
  const come = await composeEarly(page, server.url);
  await field(page).evaluate((target) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", "<p>See <b>this</b></p>");
    clipboardData.setData("text/plain", "See this");
    target.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.keyboard.type("!");
  come();
  await expect(formatted(page)).toHaveText("See this!");
  await expect(formatted(page).locator("b")).toHaveText("this!");
});

test("a code asked for early goes in at the cursor", async ({ page, server }) => {
  const come = await composeEarly(page, server.url);
  await page.keyboard.type("before after");
  for (let step = 0; step < 6; step += 1) await page.keyboard.press("ArrowLeft");
  await page.getByRole("button", { name: "Insert a code" }).click();
  await page.getByRole("dialog").getByRole("combobox").fill("J02.9");
  come();
  await expect(formatted(page)).toHaveCount(1);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Insert/ })
    .click();
  await expect(formatted(page)).toHaveText(/^before J02\.9.* after$/);
  await expect(formatted(page)).toBeFocused();
});

test("a message is written and sent without formatting", async ({ page, server }) => {
  const come = await composeEarly(page, server.url);
  const subject = "Sent without formatting";
  await write(page, { subject, text: "Good morning\n  & <welcome>" });
  await send(page).click();
  await sendNow(page).click();
  await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  come();
  const email = await readOf(server.url, "robin", subject);
  expect(email?.textBody).toBe("Good morning\n\n  & <welcome>");
  expect(email?.htmlBody).toContain("<p>Good morning</p><p>&nbsp; &amp; &lt;welcome&gt;</p>");
});

test("sending waits for what was typed after a tool", async ({ page, server }) => {
  const come = await composeEarly(page, server.url);
  const subject = "Sent while formatting comes";
  await write(page, { subject, text: "Now " });
  await page.keyboard.press("Control+b");
  await page.keyboard.type("urgent");
  await page.keyboard.press("Control+Enter");
  come();
  await sendNow(page).click();
  await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  expect((await readOf(server.url, "robin", subject))?.htmlBody).toContain("<p>Now <b>urgent</b></p>");
});

test("a lock keeps what waits for formatting, and the focus", async ({ page, server }) => {
  const come = await composeEarly(page, server.url);
  await page.keyboard.type("Now ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("urgent");
  await page.keyboard.press("Control+Alt+l");
  const password = page.getByLabel("Password", { exact: true });
  await expect(password).toBeFocused();
  const isCome = page.waitForResponse(/rich-writer-[^/]*\.js$/);
  come();
  await isCome;
  await password.fill(passwordOf("casey"));
  await page.keyboard.press("Enter");
  await expect(formatted(page)).toHaveText("Now urgent");
  await expect(formatted(page)).toBeFocused();
});

test("Tab leads into the message; typing on is undone alone", async ({ page, server }) => {
  const come = await composeEarly(page, server.url);
  const subject = page.getByLabel("Subject", { exact: true });
  await subject.fill("Hello");
  await subject.press("Tab");
  await page.keyboard.type("Dear Robin");
  await expect(field(page)).toHaveValue("Dear Robin");
  come();
  await expect(formatted(page)).toBeFocused();
  await page.keyboard.type(", see");
  await page.keyboard.press("Control+z");
  await expect(formatted(page)).toHaveText("Dear Robin");
  await page.keyboard.press("Shift+Tab");
  await expect(subject).toBeFocused();
});

test("a long message stays in view, selected backwards", async ({ page, server }) => {
  const come = await composeEarly(page, server.url);
  await page.keyboard.insertText("line\n".repeat(80));
  await page.keyboard.type("abcdef");
  await page.keyboard.press("Shift+ArrowLeft");
  come();
  await expect(formatted(page)).toBeFocused();
  const last = formatted(page).locator("p").last();
  await expect(last).toBeInViewport();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.type("!");
  await expect(last).toHaveText("abcd!");
});

test("each field has what a tool and keys did early", async ({ page, server }) => {
  const come = await composeEarly(page, server.url);
  const subject = page.getByLabel("Subject");
  await page.getByRole("button", { name: "Bulleted list" }).click();
  await page.keyboard.type("urgent");
  const { x, y } = (await subject.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.click(x + 5, y + 5);
  await page.keyboard.type("Claims");
  come();
  await expect(subject).toHaveValue("Claims");
  await expect(formatted(page)).toHaveText("urgent");
  await expect(formatted(page).locator("li")).toHaveText("urgent");
});
