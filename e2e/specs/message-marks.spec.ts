import type { Page } from "playwright/test";
import { enter, expect, expectAccessible, needs, signIn, test } from "#e2e/fixtures.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { go } from "#e2e/pages/go.ts";
import { drawnTwice } from "#e2e/hostile/watch-page.ts";

needs("marks and Sent kept by the service");

const inbox = (page: Page) => page.getByRole("grid", { name: "Inbox" });
const row = (page: Page, subject: string) => inbox(page).getByRole("row", { name: new RegExp(subject) });
const folder = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Folders" }).getByRole("link", { name: new RegExp(`^${name}`) });

async function openInbox(page: Page, url: string): Promise<void> {
  await enter(page, url, "/messages");
  await expect(inbox(page)).toBeVisible();
}

test("marks, archive and labels show in a second browser", async ({ page, server, elsewhere: second }) => {
  const robin = await robinOf(server.url);
  await deliver(robin, "Marked letter", { textBody: "The labs of last week are in." });
  await openInbox(page, server.url);
  await expect(row(page, "Marked letter")).toContainText("The labs of last week are in.");
  await row(page, "Marked letter").click();
  await expect(page.getByRole("heading", { name: "Marked letter" })).toBeVisible();
  await page.keyboard.press("l");
  await page.getByLabel("New label").fill("Lab results");
  await page.keyboard.press("Enter");
  await expect(row(page, "Marked letter")).toContainText("Lab results");
  await expectAccessible(page);

  await signIn(second, server.url);
  await second.goto("/messages");
  await expect(row(second, "Marked letter")).toContainText("Lab results");
  await expect(row(second, "Marked letter")).not.toContainText("Unread");

  await page.keyboard.press("e");
  await expect(row(page, "Marked letter")).toHaveCount(0);
  await folder(page, "Archive").click();
  await expect(row(page, "Marked letter")).toBeVisible();
  // The row leaves before the service has answered; these words come after it.
  await expect(page.getByText("1 message archived")).toBeVisible();
  await second.getByRole("button", { name: "check now" }).click();
  await expect(row(second, "Marked letter")).toHaveCount(0);
  await second.context().close();
});

test("several are changed at once; what is archived comes back", async ({ page, server }) => {
  await test.step("several are chosen by keys, changed at once, undone", async () => {
    const robin = await robinOf(server.url);
    const ids: number[] = [];
    for (const subject of ["Bulk one", "Bulk two", "Bulk three"]) ids.push(await deliver(robin, subject, {}));
    const read: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/GetMessageRequest")) read.push(request.postDataJSON().messageId);
    });
    await openInbox(page, server.url);
    await page.getByRole("searchbox", { name: "Search messages" }).fill("bulk");
    await expect(page.getByText("3 found")).toBeVisible();
    await page.keyboard.press("ArrowDown");
    const bar = page.getByRole("toolbar", { name: "Chosen messages" });
    // Choosing is not reading.
    for (let times = 0; times < 2; times += 1) await page.keyboard.press("Shift+ArrowDown");
    await expect(bar).toContainText("2 chosen");
    await expect(row(page, "Bulk two")).toContainText("Unread");
    await expect(page.getByRole("heading", { name: "Bulk two" })).toHaveCount(0);
    await page.keyboard.press("Control+a");
    await expect(bar).toContainText("3 chosen");
    await bar.getByRole("button", { name: "Mark read" }).click();
    for (const subject of ["Bulk one", "Bulk three"])
      await expect(row(page, subject)).not.toContainText("Unread");
    await bar.getByRole("button", { name: "Archive" }).click();
    await expect(row(page, "Bulk")).toHaveCount(0);
    await expect(bar).toBeHidden();
    // Shown before the service has answered.
    const undone = page.waitForResponse(/FlagMessages/);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(row(page, "Bulk")).toHaveCount(3);
    await undone;
    // Choosing read none of them, also not a moment later.
    expect(read.filter((id) => String(id) === String(ids[1]))).toEqual([]);
    await page.reload();
    await expect(row(page, "Bulk")).toHaveCount(3);
  });
  await test.step("what is archived comes back; a label stays in sight", async () => {
    const robin = await robinOf(server.url);
    await deliver(robin, `Labeled ${"a statement without its date ".repeat(8)}`, {});
    const archived = await deliver(robin, "Put away", {});
    for (const subject of ["Still unread", "Read next", "Archived first"]) await deliver(robin, subject, {});
    await openInbox(page, server.url);
    await row(page, "Archived first").click();
    await expect(page.getByRole("heading", { name: "Archived first" })).toBeVisible();
    await page.keyboard.press("e");
    await expect(page.getByRole("heading", { name: "Read next" })).toBeVisible();
    await expect(row(page, "Read next")).not.toContainText("Unread");
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(row(page, "Archived first")).toBeVisible();

    await row(page, "Labeled").click();
    await page.keyboard.press("l");
    await page.getByLabel("New label").fill("Payer questions");
    await page.keyboard.press("Enter");
    await expect(row(page, "Labeled").getByText("Payer questions")).toBeInViewport({ ratio: 1 });

    await row(page, "Put away").click();
    await page.keyboard.press("e");
    await expect(page.getByText("1 message archived")).toBeVisible();
    await page.keyboard.press("z");
    await expect(row(page, "Put away")).toBeVisible();
    await row(page, "Put away").click();
    await page.keyboard.press("e");
    await expect(row(page, "Put away")).toHaveCount(0);

    await go(page, `/messages/${String(archived)}`);
    await page.getByRole("button", { name: "Move to inbox" }).click();
    await expect(row(page, "Put away")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Put away" })).toBeVisible();
    await page.keyboard.press("x");
    await expect(row(page, "Put away").getByRole("checkbox")).toBeChecked();
  });
});

test("an undo stays when an older look is answered", async ({ page, server }) => {
  const robin = await robinOf(server.url);
  for (const subject of ["Not touched", "To and fro"]) await deliver(robin, subject, {});
  await openInbox(page, server.url);
  const read = page.waitForResponse("**/json/reply/FlagMessagesRequest");
  await row(page, "To and fro").click();
  await read;
  // From here on only archiving is marked, and looked at.
  await page.reload();
  await expect(row(page, "To and fro")).toBeVisible();
  await expect(page.getByRole("heading", { name: "To and fro" })).toBeVisible();
  const looks: (() => void)[] = [];
  const isHeld = { looks: true };
  await page.route("**/json/reply/MessageChangesRequest", async (route) => {
    const response = await route.fetch();
    if (isHeld.looks) await new Promise<void>((resolve) => looks.push(resolve));
    await route.fulfill({ response });
  });
  const told: string[] = [];
  const marks: (() => void)[] = [];
  await page.keyboard.press("e");
  await expect.poll(() => looks.length).toBeGreaterThan(0);
  await page.route("**/json/reply/FlagMessagesRequest", async (route) => {
    const data = route.request().postData() ?? "";
    if (!data.includes("isArchived")) return route.fallback();
    told.push(data);
    await new Promise<void>((resolve) => marks.push(resolve));
    return route.fallback();
  });
  await page.keyboard.press("z");
  await expect(row(page, "To and fro")).toBeVisible();
  const answer = page.waitForResponse("**/json/reply/MessageChangesRequest");
  isHeld.looks = false;
  for (const release of looks) release();
  await answer;
  await drawnTwice(page);
  await row(page, "To and fro").click();
  await expect(page.getByRole("heading", { name: "To and fro" })).toBeVisible();
  await page.keyboard.press("e");
  await expect(row(page, "To and fro")).toHaveCount(0);
  await expect.poll(() => told).toEqual([expect.stringContaining('"isArchived":false')]);
  marks[0]?.();
  await expect.poll(() => told.length).toBe(2);
  expect(told[1]).toContain('"isArchived":true');
  await expect(row(page, "To and fro")).toHaveCount(0);
  marks[1]?.();
  await expect(page.getByText("1 message archived")).toBeVisible();
  await page.reload();
  await expect(row(page, "Not touched")).toBeVisible();
  await expect(row(page, "To and fro")).toHaveCount(0);
});

test("an undo before the answer counts, as does a refusal", async ({ page, server }) => {
  const robin = await robinOf(server.url);
  await deliver(robin, "Stays here", {});
  await deliver(robin, "Back at once", {});
  await openInbox(page, server.url);
  await row(page, "Back at once").click();
  await expect(page.getByRole("heading", { name: "Back at once" })).toBeVisible();
  const marks: (() => void)[] = [];
  const told: string[] = [];
  await page.route("**/json/reply/FlagMessagesRequest", async (route) => {
    const data = route.request().postData() ?? "no body";
    told.push(data.replace(/^.*"(is\w+)":(\w+).*$/, "$1 $2"));
    if (data.includes("isArchived")) await new Promise<void>((resolve) => marks.push(resolve));
    await route.fallback();
  });
  await page.keyboard.press("e");
  await expect(row(page, "Back at once")).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(row(page, "Back at once")).toBeVisible();
  await expect(page.getByText(/new messages? above/)).toHaveCount(0);
  await expect.poll(() => told.join(", ")).toMatch(/isArchived true$/);
  marks[0]?.();
  await expect.poll(() => told.join(", ")).toMatch(/isArchived true, .*isArchived false$/);
  await expect(row(page, "Back at once")).toBeVisible();
  const back = page.waitForResponse("**/json/reply/FlagMessagesRequest");
  marks[1]?.();
  await back;
  await expect(page.getByText("1 message archived")).toBeHidden();
  await page.reload();
  await expect(row(page, "Back at once")).toBeVisible();

  // A mark that the service refuses is taken back, and said.
  await page.unroute("**/json/reply/FlagMessagesRequest");
  await page.route("**/json/reply/FlagMessagesRequest", (route) => route.abort());
  await row(page, "Stays here").getByRole("checkbox").click();
  await page
    .getByRole("toolbar", { name: "Chosen messages" })
    .getByRole("button", { name: "Archive" })
    .click();
  await expect(page.getByText("The change couldn’t be saved")).toBeVisible();
  await expect(row(page, "Stays here")).toBeVisible();
  await expect(page.getByText("1 message archived")).toHaveCount(0);
});

test.describe("a service that kept no marks before", () => {
  test("is told what this browser marked, once", async ({ page, server }) => {
    const robin = await robinOf(server.url);
    await deliver(robin, "Read long ago", {});
    const isOld = { yes: true };
    await page.route("**/config.json", async (route) => {
      if (!isOld.yes) return route.fallback();
      const response = await route.fetch();
      // The file is ours; the server's own tests check its shape.
      const config = (await response.json()) as { extensions: string[] };
      const extensions = config.extensions.filter((name) => !name.startsWith("FlagMessages"));
      return route.fulfill({ response, json: { ...config, extensions } });
    });
    await openInbox(page, server.url);
    await expect(folder(page, "Archive")).toHaveCount(0);
    await row(page, "Read long ago").click();
    await expect(row(page, "Read long ago")).not.toContainText("Unread");
    isOld.yes = false;
    const told = page.waitForRequest("**/json/reply/FlagMessagesRequest");
    await page.goto("/visits");
    expect((await told).postDataJSON()).toMatchObject({ isRead: true });
    await page.goto("/messages");
    await expect(row(page, "Read long ago")).not.toContainText("Unread");
  });
});
