import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright/test";
import { hostileLetters } from "#e2e/hostile/hostile-letters.ts";
import { enter, expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { passwordOf } from "#e2e/server-process.ts";
import { drawnTwice, watchPage } from "#e2e/hostile/watch-page.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";

needs("messages that can be read");

/** A server that only records requests. */
async function openWitness() {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end("x");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has this kind of address.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, requests, close: () => server.close() };
}

/** Clicks and focuses everything possible in the letter, as a user might. */
async function pokeAround(page: Page): Promise<void> {
  const frame = page.frameLocator('iframe[title="Message"]');
  for (const target of await frame.getByText("press").all()) {
    if (!(await target.isVisible())) continue;
    if ((await target.getAttribute("data-mail-link")) === null) {
      await target.click({ timeout: 2000, force: true }).catch(() => undefined);
      continue;
    }
    // Only a link asks first. A second click so soon after the first would be ignored as a double click.
    await target.click({ force: true });
    await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
}

test.describe("hostile letters", () => {
  /** Each within a test’s time. */
  const parts = 4;
  for (let part = 0; part < parts; part += 1) {
    test(`run, open, send and fetch nothing (${part + 1} of ${parts})`, async ({ page, context, server }) => {
      test.setTimeout(120_000);
      const witness = await openWitness();
      const { foreign, opened, dialogs } = watchPage(page, context, server.url);
      const robin = await robinOf(server.url);
      const letters = hostileLetters.filter((_, at) => at % parts === part);
      const ids: number[] = [];
      for (const { name, html } of letters) {
        ids.push(
          await deliver(robin, name, {
            htmlBody: `<p>Letter begins</p>${html(witness.url)}<p>Letter ends</p>`,
          }),
        );
      }
      await enter(page, server.url, "/messages");
      // From the newest, at the top: the list has only the rows in view.
      for (const [at, id] of [...ids.entries()].toReversed()) {
        const row = page.locator(`#message-${id}`);
        await row.click();
        const frame = page.frameLocator('iframe[title="Message"]');
        await expect(frame.getByText("Letter begins"), letters[at]?.name).toBeVisible();
        await pokeAround(page);
        expect(await page.evaluate(() => "ranHostile" in window), letters[at]?.name).toBe(false);
        await expect(page, letters[at]?.name).toHaveURL(`${server.url}/messages/${id}`);
        expect([witness.requests, foreign, opened, dialogs], letters[at]?.name).toEqual([[], [], [], []]);
      }
      // Anything lazy or delayed has had time to run.
      await drawnTwice(page);
      expect([witness.requests, foreign, opened, dialogs]).toEqual([[], [], [], []]);
      witness.close();
    });
  }
});

test("a letter that would freeze the page shows its words", async ({ page, server }) => {
  const robin = await robinOf(server.url);
  const heavy: readonly (readonly [name: string, html: string])[] = [
    ["Many open at once", "<b>".repeat(60_000)],
    ["Many attributes", `<p ${Array.from({ length: 30_000 }, (_, at) => `a${at}`).join(" ")}>`],
  ];
  for (const [name, html] of heavy)
    await deliver(robin, name, { htmlBody: `${html}Words &amp; more<br>of it` });
  await deliver(robin, "Templates", { htmlBody: `<p>Seen</p>${"<template>".repeat(15_000)}` });
  await deliver(robin, "Signs", { htmlBody: `<style>${"/*@font-face{".repeat(9000)}</style><p>Seen` });
  await deliver(robin, "Frames", { htmlBody: `<frameset><frame src="/visits"></frameset><p>Seen` });
  const long = await deliver(robin, "Lines", { textBody: `${"line\n".repeat(30_000)}the last` });
  await enter(page, server.url, `/messages/${long}`);
  await expect(page.getByRole("button", { name: "Show the rest of this long message" })).toBeVisible();
  const frame = page.frameLocator('iframe[title="Message"]');
  for (const name of ["Frames", "Signs", "Templates"]) {
    await page.keyboard.press("j");
    await expect(page.getByRole("heading", { name })).toBeVisible();
    await expect(frame.getByText("Seen")).toBeVisible();
  }
  for (const [name] of heavy.toReversed()) {
    await page.keyboard.press("j");
    await expect(page.getByRole("heading", { name })).toBeVisible();
    await expect(page.getByText("The formatting of this message can’t be shown.")).toBeVisible();
    await expect(page.getByText("Words & more")).toBeVisible();
  }
});

test("only the console's two policies can make a trusted type", async ({
  page,
  server,
  expectedConsoleErrors,
}) => {
  // This test is about Chromium's messages on policy violations.
  expectedConsoleErrors.push(/Creating a TrustedTypePolicy named/);
  const robin = await robinOf(server.url);
  const id = await deliver(robin, "Policies", { htmlBody: "<p>Read <b>this</b></p>" });
  await enter(page, server.url, `/messages/${id}`);
  await expect(page.frameLocator('iframe[title="Message"]').getByText("this")).toBeVisible();
  const made = await page.evaluate(() => {
    // TypeScript's library does not include Trusted Types.
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown };
    };
    return ["default", "mine", "messages", "dompurify"].filter((name) => {
      try {
        return trustedTypes.createPolicy(name, { createHTML: (text: string) => text }) !== undefined;
      } catch {
        return false;
      }
    });
  });
  expect(made).toEqual([]);
});

test("a letter's frame may do nothing, and survives a lock", async ({ page, server }) => {
  const robin = await robinOf(server.url);
  const id = await deliver(robin, "Frame", {
    htmlBody: `<p>Hello <a href="https://portal.example/x">portal</a><img src="https://x.example/i"></p>`,
  });
  await enter(page, server.url, `/messages/${id}`);
  const frame = page.locator('iframe[title="Message"]');
  await expect(frame).toHaveAttribute("sandbox", "allow-same-origin");
  const inner = page.frameLocator('iframe[title="Message"]');
  await expect(inner.getByRole("link", { name: "portal" })).toBeVisible();
  expect(await inner.locator("body").innerHTML()).not.toMatch(/https?:|href=|src=/);
  await page.keyboard.press("Control+Alt+l");
  await page.getByLabel("Password", { exact: true }).fill(passwordOf("casey"));
  await expect(frame).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(inner.getByRole("link", { name: "portal" })).toBeVisible();
});

test("blocked content is counted, and shown on demand", async ({ page, server }) => {
  const robin = await robinOf(server.url);
  const images = ["a", "b", "c"].map((name) => `<img src="https://x.example/${name}.png">`).join("");
  const id = await deliver(robin, "Count", {
    htmlBody: `<p>Hello</p>${images}<a href="https://x.example" ping="https://t.example/p">y</a>`,
  });
  await enter(page, server.url, `/messages/${id}`);
  await expect(page.getByText("3 remote images and 1 tracking link were blocked.")).toBeVisible();
  await page.getByRole("button", { name: "Show what" }).click();
  await expect(page.getByText("https://x.example/b.png")).toBeVisible();
  await expectAccessible(page);
});

test("a link opens only after showing its true address", async ({ page, server }) => {
  const robin = await robinOf(server.url);
  const id = await deliver(robin, "Link", {
    htmlBody: `<p>Go to <a href="http://xn--80ak6aa92e.example/login">www.bank.example</a></p>`,
  });
  await enter(page, server.url, `/messages/${id}`);
  await page.frameLocator('iframe[title="Message"]').getByText("www.bank.example").click();
  const dialog = page.getByRole("dialog");
  await expect(
    dialog.getByText("The link says bank.example but goes to xn--80ak6aa92e.example."),
  ).toBeVisible();
  await expect(dialog.getByText("letters that can pass for others")).toBeVisible();
  const open = dialog.getByRole("link", { name: "Open in a new tab" });
  await expect(open).toHaveAttribute("href", "http://xn--80ak6aa92e.example/login");
  await expect(open).toHaveAttribute("rel", "noopener noreferrer");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test("a link is reached and asked about by keyboard alone", async ({ page, server }) => {
  const robin = await robinOf(server.url);
  const id = await deliver(robin, "Keys", {
    htmlBody: `<p><a href="https://portal.example/">portal</a></p>`,
  });
  await enter(page, server.url, `/messages/${id}`);
  await page.frameLocator('iframe[title="Message"]').getByRole("link", { name: "portal" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Open portal.example?" })).toBeVisible();
});

test("a picture of the message itself comes from its attachment", async ({ page, server }) => {
  const robin = await robinOf(server.url);
  const png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const id = await deliver(robin, "Picture", {
    htmlBody: `<p>See <img src="cid:scan.png@1" alt="scan"></p>`,
    attachments: [{ fileName: "scan.png", contentType: "image/png", base64: png }],
  });
  await enter(page, server.url, `/messages/${id}`);
  const picture = page.frameLocator('iframe[title="Message"]').getByAltText("scan");
  await expect(picture).toHaveAttribute("src", /^blob:/);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
});

test("a letter's frame is as high as the letter, always", async ({ page, server }) => {
  const robin = await robinOf(server.url);
  const id = await deliver(robin, "Height", { htmlBody: `<p>${"many words to wrap ".repeat(200)}</p>` });
  await enter(page, server.url, `/messages/${id}`);
  const frame = page.locator('iframe[title="Message"]');
  await expect(page.frameLocator('iframe[title="Message"]').getByText("many words")).toBeVisible();
  const height = () => frame.evaluate((element) => element.getBoundingClientRect().height);
  const wide = await height();
  await page.setViewportSize({ width: 760, height: 900 });
  await expect.poll(height).toBeGreaterThan(wide);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(height).toBe(wide);
});
