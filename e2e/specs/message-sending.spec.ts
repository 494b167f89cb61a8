import { expect, needs, neverIdle, test } from "#e2e/fixtures.ts";
import { go } from "#e2e/pages/go.ts";
import type { Page } from "playwright/test";
import { compose, count, mailboxGoesAway, send, sendNow, write } from "#e2e/pages/composer.ts";
import { addressOf, ServerProcess } from "#e2e/server-process.ts";

async function another(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Write another" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("");
}

test("a held send is undone anywhere, refused, or leaves once", async ({ page, server }) => {
  await test.step("a held send is seen and undone on any page", async () => {
    await compose(page, server.url);
    await write(page, { subject: "Seen anywhere" });
    await page.getByLabel("Message", { exact: true }).press("Control+Enter");
    await expect(page.getByText(/Sends in \d+ s/)).toBeVisible();
    // Nothing that is read aloud counts seconds, and the focus is not lost.
    for (const live of await page.locator("[role=status], [aria-live]").all())
      expect(await live.innerText()).not.toMatch(/\d+ s\b/);
    await expect(page.getByRole("group", { name: "Your message" })).toBeFocused();
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await expect(page).toHaveURL(/\/diagnosis/);
    await expect(page.getByText(/“Seen anywhere” to .* · in \d+ s/)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByLabel("Subject")).toHaveValue("Seen anywhere");
    expect(await count(server.url, "Seen anywhere")).toBe(0);
    await send(page).click();
    await expect(page.getByText(/Sends in \d+ s/)).toBeVisible();
    await page.keyboard.press("c");
    await expect(page.getByLabel("Subject")).toHaveValue("");
    await page.getByRole("button", { name: "Send now" }).click();
    await expect.poll(() => count(server.url, "Seen anywhere")).toBe(1);
    // Over another page, sending closes the composer.
    await go(page, `${server.url}/diagnosis`);
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("c");
    await write(page, { subject: "From a dialog" });
    await send(page).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Send now" }).click();
    await expect.poll(() => count(server.url, "From a dialog")).toBe(1);
  });
  await test.step("a held send is undone, refused, or leaves once", async () => {
    await compose(page, server.url);
    await write(page, { subject: "Held once" });
    await send(page).click();
    await expect(page.getByText(/Sends in \d+ s/)).toBeVisible();
    expect(await count(server.url, "Held once")).toBe(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByLabel("Subject")).toHaveValue("Held once");
    await expect(page.getByLabel("Message", { exact: true })).toHaveText("Good morning");
    await send(page).click();
    await sendNow(page).click();
    await expect(page.getByText(/^The service accepted it/)).toBeVisible();
    expect(await count(server.url, "Held once")).toBe(1);

    // A refused address is named at its field, and the draft is kept.
    await another(page);
    await mailboxGoesAway(page);
    await write(page, { to: "gone@direct.example", subject: "Refused one" });
    await send(page).click();
    await sendNow(page).click();
    await expect(
      page.getByText("The service rejected the message. Nothing was sent to anyone."),
    ).toBeVisible();
    await expect(page.getByLabel("To", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText(/gone@direct\.example/).last()).toBeVisible();
    await page.getByRole("button", { name: "Remove gone@direct.example" }).click();
    await page.getByLabel("To", { exact: true }).fill(addressOf("robin"));
    await send(page).click();
    await sendNow(page).click();
    await expect(page.getByText(/^The service accepted it/)).toBeVisible();
    expect(await count(server.url, "Refused one")).toBe(1);
  });
});

test("a held send leaves by itself after its ten seconds", async ({ page, context, server }) => {
  await page.clock.install();
  await neverIdle(context);
  await compose(page, server.url);
  await write(page, { subject: "By itself" });
  await send(page).click();
  await expect(page.getByText(/Sends in \d+ s/)).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  expect(await count(server.url, "By itself")).toBe(1);
  needs("an operation that finds what was sent");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("navigation", { name: "Folders" }).getByRole("link", { name: /^Sent/ }).click();
  const sent = page.getByRole("table", { name: "Sent" });
  await expect(sent.getByRole("row", { name: /By itself/ })).toContainText("In the mailbox");
});

test("a send without an answer is checked, never sent twice", async ({ page, server }) => {
  await compose(page, server.url);
  await write(page, { subject: "Answer lost" });
  let sends = 0;
  await page.route("**/json/reply/SendMessageRequest", async (route) => {
    sends += 1;
    // The service accepts it; the answer never arrives.
    await route.fetch();
    await route.abort("connectionreset");
  });
  // The service cannot be reached: the outcome stays unknown.
  await page.route("**/json/reply/SentMessagesRequest", (route) => route.abort());
  await send(page).click();
  await sendNow(page).click();
  await expect(page.getByText("We don’t know whether it was sent")).toBeVisible();
  await page.reload();
  await expect(page.getByText("We don’t know whether it was sent")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send again (may arrive twice)" })).toBeVisible();
  needs("an operation that finds what was sent");
  await page.unroute("**/json/reply/SentMessagesRequest");
  await expect(page.getByText("In the mailbox")).toBeVisible({ timeout: 20_000 });
  expect(sends).toBe(1);
  expect(await count(server.url, "Answer lost")).toBe(1);
});

test("a person settles a letter, and Sent shows failed recipients", async ({ page, server }) => {
  needs("an operation that finds what was sent");
  let isAsked = false;
  await page.route("**/json/reply/SentMessagesRequest", async (route) => {
    if (!isAsked) return route.abort();
    const { clientMessageIds } = route.request().postDataJSON() as { clientMessageIds?: string[] };
    // The look at what was sent elsewhere names none.
    if (!clientMessageIds) return route.fallback();
    const deliveries = [
      { recipient: "gone@elsewhere.example", state: "not-delivered", noticeMessageId: 1 },
      { recipient: "slow@elsewhere.example", state: "retrying" },
    ];
    const flags = {
      hasError: false,
      badSessionKey: false,
      hasSessionKeyExpired: false,
      unauthorizedAccess: false,
    };
    const messages = clientMessageIds.map((clientMessageId) => ({
      clientMessageId,
      messageId: 9,
      deliveries,
    }));
    return route.fulfill({ json: { ...flags, serverError: false, hasRequestTimedOut: false, messages } });
  });
  await page.route("**/json/reply/SendMessageRequest", (route) => route.abort("connectionreset"));
  await compose(page, server.url);
  await write(page, { subject: "Settled by hand" });
  await send(page).click();
  await sendNow(page).click();
  await page.getByRole("button", { name: "It didn’t arrive" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("Settled by hand");
  await send(page).click();
  await sendNow(page).click();
  await page.getByRole("button", { name: "It arrived" }).click();
  await expect(page.getByText(/You marked it as arrived/)).toBeVisible();
  isAsked = true;
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("navigation", { name: "Folders" }).getByRole("link", { name: /^Sent/ }).click();
  const row = page.getByRole("table", { name: "Sent" }).getByRole("row", { name: /Settled by hand/ });
  await expect(row).toContainText("Not delivered to 1 of 2");
  await row.getByRole("link", { name: "Notice" }).click();
  await expect(page).toHaveURL(/\/messages\/1$/);
  // Found from anywhere, and gone once somebody sees to it.
  await expect(page.getByRole("navigation", { name: "Main" }).getByTitle(/need.? attention$/)).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or jump to" }).fill("attention settled");
  await expect(page.getByRole("option", { name: /Settled by hand/, selected: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/folder=sent&needs=attention/);
  const dialog = page.getByRole("dialog", { name: "Settled by hand" });
  await dialog.getByRole("button", { name: "Send again…" }).click();
  const again = page.getByRole("dialog", { name: "Send again" });
  await expect(again.getByRole("checkbox", { name: "gone@elsewhere.example" })).toBeChecked();
  await again.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "No action needed" }).click();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByText("Nothing needs attention")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("Not delivered to 1 of 2");
});

test("a letter held when its page closes asks again later", async ({ page, context, server }) => {
  await compose(page, server.url);
  await write(page, { subject: "Left behind" });
  await send(page).click();
  await expect(page.getByText(/Sends in/)).toBeVisible();
  const dialog = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  expect((await dialog).type()).toBe("beforeunload");
  await (await dialog).accept();
  const next = await context.newPage();
  await next.goto(`${server.url}/visits`);
  await expect(next.getByText(/A message was still waiting when the console was closed/)).toBeVisible();
  await next.getByRole("button", { name: "Don’t send" }).click();
  await expect(next.getByLabel("Subject")).toHaveValue("Left behind");
  expect(await count(server.url, "Left behind")).toBe(0);
});

test("offline, at a session’s end, or lost, it leaves once", async ({ page, context, server }) => {
  await compose(page, server.url);
  await write(page, { subject: "From offline" });
  await context.setOffline(true);
  await send(page).click();
  await sendNow(page).click();
  await expect(page.getByText("This computer is offline.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^The service accepted it/)).toBeVisible({ timeout: 20_000 });
  expect(await count(server.url, "From offline")).toBe(1);

  await another(page);
  await write(page, { subject: "Ended session" });
  let refusals = 0;
  await page.route("**/json/reply/SendMessageRequest", async (route) => {
    refusals += 1;
    const flags = {
      badSessionKey: false,
      recipientNotSpecified: false,
      unauthorizedAccess: false,
      recipientInvalid: false,
    };
    const rest = { toFieldRequired: false, hasRequestTimedOut: false, messageId: 0 };
    await route.fulfill({
      json: { ...flags, ...rest, hasSessionKeyExpired: true, hasError: true, errorMessage: "expired" },
    });
  });
  await send(page).click();
  await sendNow(page).click();
  await expect(page.getByLabel("Password")).toBeVisible();
  expect(refusals).toBe(1);
  await page.unroute("**/json/reply/SendMessageRequest");
  await page.getByLabel("Password").fill("casey password 1");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^The service accepted it/)).toBeVisible({ timeout: 20_000 });
  expect(await count(server.url, "Ended session")).toBe(1);

  needs("an operation that finds what was sent");
  await another(page);
  await write(page, { subject: "Never came" });
  const bodies: string[] = [];
  await page.route("**/json/reply/SendMessageRequest", async (route) => {
    bodies.push(route.request().postData() ?? "");
    await route.abort("connectionreset");
  });
  await send(page).click();
  await sendNow(page).click();
  await expect(page.getByText("The service doesn’t have this message")).toBeVisible();
  await page.unroute("**/json/reply/SendMessageRequest");
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  // The first request was only delayed: the service recognizes it.
  await fetch(`${server.url}/json/reply/SendMessageRequest`, {
    method: "POST",
    body: bodies[0] ?? "",
    headers: { "Content-Type": "application/json" },
  });
  expect(bodies[0]).toContain('"clientMessageId"');
  expect(await count(server.url, "Never came")).toBe(1);
});

test("a refused connection sent nothing: it waits, leaves once", async ({ page }) => {
  const own = new ServerProcess();
  await own.start();
  await compose(page, own.url);
  await write(page, { subject: "Killed server" });
  await own.stop("SIGKILL");
  await send(page).click();
  await sendNow(page).click();
  await expect(page.getByText("The service can’t be reached, so nothing was sent.")).toBeVisible();
  await own.start();
  await expect(page.getByText(/^The service accepted it/)).toBeVisible({ timeout: 20_000 });
  expect(await count(own.url, "Killed server")).toBe(1);
  await own.dispose();
});

test("a full browser says the draft is unsaved, keeping it", async ({ page, server }) => {
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
      if ("isFull" in window) throw new DOMException("full", "QuotaExceededError");
      return put.apply(this, args);
    };
  });
  await compose(page, server.url);
  await page.evaluate(() => Object.assign(window, { isFull: true }));
  await write(page, { subject: "No room" });
  await expect(page.getByText("This draft isn’t saved")).toBeVisible();
  await send(page).click();
  await expect(page.getByText("It wasn’t sent")).toBeVisible();
  await expect(page.getByLabel("Subject")).toHaveValue("No room");
  await page.evaluate(() => Reflect.deleteProperty(window, "isFull"));
  await send(page).click();
  await sendNow(page).click();
  await expect(page.getByText(/^The service accepted it/)).toBeVisible();
  expect(await count(server.url, "No room")).toBe(1);
});
