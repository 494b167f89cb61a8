import type { Page } from "playwright/test";
import { enter, expect, needs, test } from "#e2e/fixtures.ts";
import { wellAnswered } from "#e2e/pages/summaries.ts";

// A clock that jumps ends waits for changes of visits, as an outage does; when they are answered again, mail is checked too.
test.use({ hasMailChanges: false, hasQueue: false });

const fault = { ...wellAnswered, serverError: true, hasError: true, errorMessage: "The store is away." };

/** Opens the inbox on a clock the test controls; the returned function tells how often the service was called. */
async function openWatched(page: Page, url: string, answer: () => object): Promise<() => number> {
  let requests = 0;
  await page.route("**/json/reply/GetMessageSummariesRequest", (route) => {
    requests += 1;
    return route.fulfill({ json: answer(), headers: { "X-Request-Id": `ask-${requests}` } });
  });
  await page.clock.install();
  await enter(page, url);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("grid", { name: "Inbox" })).toBeVisible();
  return () => requests;
}

/** The page has processed an answer: until then it shows the seconds of the one before. */
const isAnswered = (page: Page) => expect(page.getByText(/^checked \d s ago/)).toBeVisible();

async function show(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, state);
}

test("checks run by themselves, and rest while the page hides", async ({ page, server }) => {
  const requests = await openWatched(page, server.url, () => wellAnswered);
  await isAnswered(page);
  const first = requests();
  await page.clock.fastForward(31_000);
  await expect.poll(requests).toBe(first + 1);
  await isAnswered(page);
  await show(page, "hidden");
  for (let minute = 0; minute < 10; minute += 1) await page.clock.fastForward(60_000);
  await expect(page.getByText("checked 10 min ago")).toBeVisible();
  expect(requests()).toBe(first + 1);
  await show(page, "visible");
  await expect.poll(requests).toBe(first + 2);
});

test("new mail is told everywhere within half a minute", async ({ page, server }) => {
  const summary = { subject: "Hello", from: "robin@direct.example", messageSize: 1, hasAttachments: false };
  const ids = [1];
  const answer = () => ({ ...wellAnswered, summaries: ids.map((messageId) => ({ ...summary, messageId })) });
  await page.route("**/json/reply/GetMessageSummariesRequest", (route) => route.fulfill({ json: answer() }));
  await page.clock.install();
  await enter(page, server.url);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Codes" }).click();
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Messages" });
  await expect(link).toContainText("1");
  const news = page.getByRole("status", { name: "New mail" });
  await expect(news).toBeEmpty();
  ids.unshift(3, 2);
  await page.clock.fastForward(26_000);
  await expect(news).toHaveText("2 new messages, 3 unread");
  await expect(link).toContainText("3");
});

test.describe("at a service that tells what is new", () => {
  needs("mailboxes that tell what is new");
  test.use({ hasMailChanges: true });

  test("a large mailbox is read once, then only news", async ({ page, server }) => {
    const summary = { subject: "Hello", from: "robin@direct.example", messageSize: 1, hasAttachments: false };
    const asked: { since: number; before?: number }[] = [];
    let total = 6000;
    await page.route("**/json/reply/MessageChangesRequest", (route) => {
      const request = route.request().postDataJSON();
      asked.push(request);
      const end = Math.min(request.before ?? total + 1, total + 1);
      const from = Math.max(request.since, end - 2001) + 1;
      const summaries = Array.from({ length: end - from }, (_, at) => ({
        ...summary,
        messageId: end - 1 - at,
      }));
      const more = from > request.since + 1 ? { before: from } : {};
      return route.fulfill({
        json: { ...wellAnswered, summaries, changeNumber: total, validity: 0, ...more },
      });
    });
    await page.clock.install();
    await enter(page, server.url);
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Messages" });
    await expect(link).toContainText("6,000");
    expect(asked.length).toBe(3);
    const news = page.getByRole("status", { name: "New mail" });
    await expect(news).toBeEmpty();
    total += 2;
    await page.clock.fastForward(26_000);
    await expect(news).toHaveText("2 new messages, 6,002 unread");
    expect(asked.slice(3)).toMatchObject([{ since: 6000 }]);
    // Whoever opens the inbox sees it as it is now.
    total += 1;
    await link.click();
    await expect(news).toHaveText("1 new message, 6,003 unread");
    expect(asked.slice(4)).toMatchObject([{ since: 6002 }]);
  });
});

test("faults make checks rarer; the first answer restores them", async ({ page, server }) => {
  let answer: object = fault;
  const requests = await openWatched(page, server.url, () => answer);
  const isReported = () => expect(page.getByText(`ask-${requests()}`)).toBeAttached();
  await expect(page.getByText("The message service had a problem")).toBeVisible();
  await isReported();
  const first = requests();
  // The frame asked, and the page as it opened: after two failures 96 to 144 seconds, after the third 192 to 288.
  await page.clock.fastForward(80_000);
  expect(requests()).toBe(first);
  await page.clock.fastForward(70_000);
  await expect.poll(requests).toBe(first + 1);
  await isReported();
  await page.clock.fastForward(150_000);
  expect(requests()).toBe(first + 1);
  answer = wellAnswered;
  await page.clock.fastForward(150_000);
  await expect.poll(requests).toBe(first + 2);
  await expect(page.getByText("The message service had a problem")).toHaveCount(0);
  await isAnswered(page);
  // Nobody has been there for long: it asks every two minutes, and at once when somebody is back.
  await page.clock.fastForward(60_000);
  expect(requests()).toBe(first + 2);
  await page.mouse.move(300, 300);
  await page.mouse.move(320, 320);
  await expect.poll(requests).toBe(first + 3);
  // If the service says when to retry, that is when it is called.
  await page.unroute("**/json/reply/GetMessageSummariesRequest");
  let isBusy = true;
  await page.route("**/json/reply/GetMessageSummariesRequest", (route) =>
    isBusy
      ? route.fulfill({ status: 429, headers: { "Retry-After": "7" }, body: "" })
      : route.fulfill({ json: wellAnswered }),
  );
  await page.getByRole("button", { name: "check now" }).click();
  await expect(
    page.getByText("We’ll try again in 7 seconds. You can also check now.", { exact: false }),
  ).toBeVisible();
  await expect(page.getByText("Too many requests in a short time")).toBeVisible();
  isBusy = false;
  await page.clock.fastForward(8000);
  await expect(page.getByText("Too many requests in a short time")).toHaveCount(0);
});
