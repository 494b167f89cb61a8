import type { Page } from "playwright/test";
import { expect, expectAccessible, enter, needs, signIn, test } from "#e2e/fixtures.ts";
import { ServerProcess, type UserName } from "#e2e/server-process.ts";
import { deliver as deliverFrom, robinOf } from "#e2e/pages/robin.ts";
import { wellAnswered } from "#e2e/pages/summaries.ts";

test.use({ hasMailChanges: false });

async function deliver(url: string, subject: string, more: object = {}): Promise<number> {
  return deliverFrom(await robinOf(url), subject, { textBody: `Text of ${subject}`, ...more });
}

const inbox = (page: Page) => page.getByRole("grid", { name: "Inbox" });
const row = (page: Page, name: string | RegExp) => inbox(page).getByRole("row", { name });

/** Answers summaries in place of the service, as a service other than ours might. */
async function summariesAnswer(page: Page, answer: () => object): Promise<void> {
  await page.route("**/json/reply/GetMessageSummariesRequest", (route) =>
    route.fulfill({ json: { ...wellAnswered, ...answer() } }),
  );
}

async function openInbox(page: Page, url: string, userName: UserName = "casey"): Promise<void> {
  const isOpen = page.url().startsWith(`${url}/`);
  if (userName === "casey") await enter(page, url, "/messages");
  else {
    await signIn(page, url, userName);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Messages" }).click();
  }
  await expect(inbox(page)).toBeVisible();
  if (isOpen) await page.getByRole("button", { name: "check now" }).click();
}

test("an empty inbox says what will come, offering to write", async ({ page, server }) => {
  await openInbox(page, server.url, "quinn");
  await expect(page.getByRole("heading", { name: "No messages yet" })).toBeVisible();
  await expectAccessible(page);
});

const faults = [
  ["serverError", "The message service had a problem"],
  ["hasRequestTimedOut", "The message service took too long"],
  ["folderNotFound", "You have no inbox on this service"],
  ["unauthorizedAccess", "You don’t have access to this mailbox"],
] as const;

test("no fault or lost session empties the list", async ({ page, server }) => {
  await deliver(server.url, "Stays through the loss");
  await openInbox(page, server.url);
  await expect(row(page, "Stays through the loss")).toBeVisible();
  for (const [flag, words] of faults) {
    await summariesAnswer(page, () => ({
      [flag]: true,
      hasError: true,
      errorMessage: "The service says so.",
    }));
    await page.getByRole("button", { name: "check now" }).click();
    await expect(page.getByText(words)).toBeVisible();
    await expect(row(page, "Stays through the loss")).toBeVisible();
    await page.unroute("**/json/reply/GetMessageSummariesRequest");
    await page.getByRole("button", { name: "Check now", exact: true }).click();
    await expect(page.getByText(words)).toBeHidden();
  }
  await summariesAnswer(page, () => ({
    hasSessionKeyExpired: true,
    hasError: true,
    errorMessage: "expired",
  }));
  await page.getByRole("button", { name: "check now" }).click();
  await expect(page.getByLabel("Password")).toBeVisible();
  await page.unroute("**/json/reply/GetMessageSummariesRequest");
  await page.getByLabel("Password").fill("casey password 1");
  await page.keyboard.press("Enter");
  await expect(row(page, "Stays through the loss")).toBeVisible();
  await expect(page.getByText("Your session has ended")).toBeHidden();
});

test("letters are worked by keys, marked, searched, laid out", async ({ page, server }) => {
  await test.step("everything in the inbox goes by keyboard", async () => {
    needs("messages that can be read");
    const ids: number[] = [];
    for (const name of ["Keys one", "Keys two", "Keys three"]) ids.push(await deliver(server.url, name));
    await openInbox(page, server.url);
    await expect(row(page, "Keys three")).toBeVisible();
    await page.keyboard.press("j");
    await expect(page).toHaveURL(new RegExp(`/messages/${ids[2]}$`));
    await expect(inbox(page)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect(page).toHaveURL(new RegExp(`/messages/${ids[0]}$`));
    await page.keyboard.press("k");
    await expect(page).toHaveURL(new RegExp(`/messages/${ids[1]}$`));
    await expect(page.getByText("Text of Keys two")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/messages$/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/messages/${ids[1]}$`));
    await expect(page.getByText("Text of Keys two")).toBeVisible();
    await page.keyboard.press("r");
    await expect(page).toHaveURL(/\/messages\/compose\?draft=[0-9a-f]{32}$/);
    await expect(page.getByLabel("Subject")).toHaveValue("Re: Keys two");
    await expect(page.getByLabel("Message", { exact: true })).toBeFocused();
  });
  await test.step("a message is read, marked and unread, also after reloads", async () => {
    needs("messages that can be read");
    const id = await deliver(server.url, "To be marked");
    await openInbox(page, server.url);
    await row(page, /Unread,.*To be marked/).click();
    await expect(page.getByText("Text of To be marked")).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/messages/${id}$`));
    await expect(page).toHaveTitle(/Messages · Visit Charge$/);
    await expect(row(page, /Unread,.*To be marked/)).toHaveCount(0);
    await page.keyboard.press("u");
    await expect(row(page, /Unread,.*To be marked/)).toBeVisible();
    await page.keyboard.press("z");
    await expect(row(page, /Unread,.*To be marked/)).toHaveCount(0);
    await page.keyboard.press("u");
    await page.getByRole("button", { name: "Mark as read" }).click();
    await expect(row(page, /Unread,.*To be marked/)).toHaveCount(0);
    await page.reload();
    await expect(page.getByText("Text of To be marked")).toBeVisible();
    await expect(row(page, /Unread,.*To be marked/)).toHaveCount(0);
  });
  await test.step("search looks through senders, subjects, dates and marks while typing", async () => {
    await deliver(server.url, "Strep culture final", {
      attachments: [{ fileName: "a.txt", contentType: "text/plain", base64: "aGVsbG8=" }],
    });
    await deliver(server.url, "Coverage on Saturday");
    await openInbox(page, server.url);
    const box = page.getByRole("searchbox", { name: "Search messages" });
    await page.keyboard.press("/");
    await expect(box).toBeFocused();
    await box.fill("strep");
    await expect(row(page, /Strep culture/)).toBeVisible();
    await expect(row(page, /Coverage/)).toHaveCount(0);
    await expect(page).toHaveURL(/\/messages$/);
    await box.fill("has:attachment culture");
    await expect(row(page, /Strep culture/)).toBeVisible();
    await box.fill("nothing like it");
    await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(row(page, /Coverage/)).toBeVisible();
  });
  await test.step("the layout is chosen and kept", async () => {
    needs("messages that can be read");
    await deliver(server.url, "Laid out");
    await openInbox(page, server.url);
    await page.getByRole("button", { name: "View" }).click();
    await page.getByRole("menuitemradio", { name: "No reading pane" }).click();
    await expect(page.getByRole("button", { name: /^Sort by received/ })).toBeVisible();
    await expect(page.getByRole("region", { name: "Reading pane" })).toBeHidden();
    await row(page, /Laid out/).click();
    await expect(page.getByText("Text of Laid out")).toBeVisible();
    await page.getByRole("button", { name: "Back to the list" }).click();
    await expect(row(page, /Laid out/)).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: /^Sort by received/ })).toBeVisible();
  });
});

test("what is typed after Reply waits for the letter", async ({ page, server }) => {
  needs("messages that can be read");
  for (const name of ["Typed early", "Never comes"]) await deliver(server.url, name);
  await openInbox(page, server.url);
  let come = () => {};
  const isCome = new Promise<void>((resolve) => (come = resolve));
  let isBroken = true;
  await page.route("**/json/reply/GetMessageRequest", async (route) => {
    await isCome;
    return isBroken ? route.fulfill({ status: 500, json: {} }) : route.fallback();
  });
  await row(page, /Never comes/).click();
  await expect(page.getByText("Loading the message…")).toBeVisible();
  await page.keyboard.type("rcuj");
  come();
  await expect(page.getByText("The reply couldn’t be started")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Never comes" })).toBeVisible();
  isBroken = false;
  await page.keyboard.press("j");
  await page.keyboard.type("rcuj k");
  const text = page.getByLabel("Message", { exact: true });
  await expect(text).toBeFocused();
  await expect(text).toContainText(/^cuj k/);
  await expect(page.getByLabel("Subject")).toHaveValue("Re: Typed early");
});

test("another order begins at its top, and keys reach it", async ({ page, server }) => {
  const summaries = Array.from({ length: 300 }, (_, at) => ({
    messageId: 300 - at,
    subject: `Patient ${String(300 - at)}`,
    from: "Lab <lab@direct.example>",
    dateReceived: "2026-11-02T10:00:00.0000000",
    messageSize: 300 - at,
    hasAttachments: false,
  }));
  await summariesAnswer(page, () => ({ summaries }));
  await openInbox(page, server.url);
  await expect(page).toHaveTitle("(300) Messages · Visit Charge");
  await inbox(page).evaluate((grid) => grid.scrollTo({ top: 9000 }));
  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("menuitemradio", { name: "Oldest first" }).click();
  await expect(row(page, /Patient 1\b/)).toBeInViewport();
  await expect(inbox(page)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/\/messages\/1\?/);
  // Searching for another word shows another list.
  await page.getByRole("searchbox", { name: "Search messages" }).fill("patient 29");
  await expect(
    row(page, /Patient 29\b/)
      .locator("mark")
      .first(),
  ).toHaveText("Patient");
});

test("new mail arrives without moving what is being read", async ({ page, server }) => {
  for (let number = 0; number < 25; number += 1) await deliver(server.url, `Row ${number}`);
  await openInbox(page, server.url);
  await row(page, "Row 20").click();
  const before = await row(page, "Row 20").boundingBox();
  await deliver(server.url, "Just arrived");
  await page.getByRole("button", { name: "check now" }).click();
  await expect(page.getByRole("button", { name: "1 new message above" })).toBeVisible();
  expect(await row(page, "Row 20").boundingBox()).toEqual(before);
  await page.getByRole("button", { name: "1 new message above" }).click();
  await expect(row(page, "Just arrived")).toBeVisible();
});

test("a setting changed twice before an answer is back", async ({ page, server, wire }) => {
  needs("a setting of the mailbox");
  await enter(page, server.url, "/messages");
  const asked: unknown[] = [];
  let answer = () => {};
  const gate = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/SaveMailboxRequest", async (route) => {
    asked.push(route.request().postDataJSON());
    await gate;
    await route.fallback();
  });
  const setting = page.getByRole("menuitemcheckbox", { name: /^Let senders here see/ });
  const open = () => page.getByRole("button", { name: "View" }).click();
  await open();
  await expect(setting).not.toBeChecked();
  await setting.click();
  await page.keyboard.press("Escape");
  await open();
  await expect(setting).toBeChecked();
  await setting.click();
  answer();
  await expect.poll(() => asked).toMatchObject([{ tellsOpened: true }, { tellsOpened: false }]);
  await expect.poll(async () => (await wire.call("listDirectAddresses", {})).tellsOpened).toBe(false);
});

test("a service without GetMessage lists, says so, takes answers", async ({ page, server }) => {
  const id = await deliver(server.url, "Only a summary");
  await page.route("**/json/reply/GetMessageRequest", (route) =>
    route.fulfill({
      status: 405,
      json: { responseStatus: { errorCode: "NotImplementedException", message: "no" } },
    }),
  );
  await openInbox(page, server.url);
  await row(page, /Only a summary/).click();
  await expect(page.getByText("This service doesn’t provide message text")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Only a summary" })).toBeVisible();
  await page.getByRole("button", { name: "Reply" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("Re: Only a summary");
  expect(id).toBeGreaterThan(0);
});

test("a letter keeps its shape; a missing one says so", async ({ page, server }) => {
  await test.step("plain text keeps its shape, folds quotes, asks for links", async () => {
    needs("messages that can be read");
    const quoted = ["> one", "> two", "> three", "> four", "> five"].join("\n");
    const id = await deliver(server.url, "Plain", {
      textBody: `WBC    7.1\nRBC    4.6\nHGB   13.9\n\nsee https://portal.example/a.\n\n${quoted}`,
    });
    await enter(page, server.url, `/messages/${id}`);
    await expect(page.getByText("HGB   13.9")).toBeVisible();
    await expect(page.getByText("> three")).toBeHidden();
    await page.getByRole("button", { name: /Show quoted text/ }).click();
    await expect(page.getByText("> three")).toBeVisible();
    await page.getByRole("button", { name: "https://portal.example/a" }).click();
    await expect(page.getByRole("dialog", { name: "Open portal.example?" })).toBeVisible();
  });
  await test.step("a missing message says so and leads back", async () => {
    needs("messages that can be read");
    await enter(page, server.url, "/messages/987654");
    await expect(page.getByText("This message is not in your mailbox")).toBeVisible();
    await page.getByRole("button", { name: "Back to the list" }).last().click();
    await expect(page).toHaveURL(/\/messages$/);
  });
  await test.step("the pane and list are accessible, at phone width too", async () => {
    needs("messages that can be read");
    const id = await deliver(server.url, "Accessible", { htmlBody: "<p>Hello <b>there</b></p>" });
    await enter(page, server.url, `/messages/${id}`);
    await expect(page.frameLocator('iframe[title="Message"]').getByText("there")).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(inbox(page)).toBeHidden();
    await expect(page.getByRole("button", { name: "Back to the list" })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

test("no answer from a stopped server empties the list", async ({ page }) => {
  const own = new ServerProcess();
  await own.start();
  await deliver(own.url, "Before the stop");
  await openInbox(page, own.url);
  await expect(row(page, "Before the stop")).toBeVisible();
  await own.stop("SIGKILL");
  await page.getByRole("button", { name: "check now" }).click();
  await expect(
    page.getByText("The connection was lost").or(page.getByText("The service can’t be reached")),
  ).toBeVisible();
  await expect(row(page, "Before the stop")).toBeVisible();
  await own.dispose();
});
