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
    ["Cells over many", `<table><tr>${"<td colspan=1000 rowspan=1000>".repeat(5000)}</table>`],
    ["Columns for many", `<table>${"<col span=1000>".repeat(5000)}</table>`],
    ["Many signs", "x ".repeat(300_000)],
    ["Many marks over one", "&#x301;".repeat(5000)],
  ];
  for (const [name, html] of heavy)
    await deliver(robin, name, { htmlBody: `Words &amp; more<br>of it${html}` });
  await deliver(robin, "Templates", { htmlBody: `<p>Seen</p>${"<template>".repeat(15_000)}` });
  await deliver(robin, "Signs", { htmlBody: `<style>${"/*@font-face{".repeat(9000)}</style><p>Seen` });
  await deliver(robin, "Frames", { htmlBody: `<frameset><frame src="/visits"></frameset><p>Seen` });
  const rules = (selector: string) => `<style>${`${selector} { color: red }\n`.repeat(1000)}</style><p>Seen`;
  const many = "<i></i>".repeat(15_000);
  await deliver(robin, "Beside", { htmlBody: `${rules(".c ~ i ~ i ~ i ~ i")}${many}` });
  await deliver(robin, "Within", { htmlBody: `${rules(":has(* ~ * + * :not(b)) ~ *")}${many}` });
  const long = await deliver(robin, "Lines", { textBody: `${"line\n".repeat(30_000)}the last` });
  await enter(page, server.url, `/messages/${long}`);
  await expect(page.getByRole("button", { name: "Show the rest of this long message" })).toBeVisible();
  const frame = page.frameLocator('iframe[title="Message"]');
  for (const name of ["Within", "Beside", "Frames", "Signs", "Templates"]) {
    await page.keyboard.press("j");
    await expect(page.getByRole("heading", { name })).toBeVisible();
    await expect(frame.getByText("Seen")).toBeVisible();
  }
  for (const [name] of heavy.toReversed()) {
    await page.keyboard.press("j");
    await expect(page.getByRole("heading", { name })).toBeVisible();
    await expect(page.getByText("The formatting of this message can’t be shown.")).toBeVisible();
    await expect(page.getByRole("article").getByText("Words & more")).toBeVisible();
  }
});

test("a letter's frame may do nothing, tells, fits, survives locks", async ({
  page,
  server,
  expectedConsoleErrors,
}) => {
  const robin = await robinOf(server.url);
  const images = ["a", "b", "c"].map((name) => `<img src="https://x.example/${name}.png">`).join("");
  await deliver(robin, "Counted", {
    htmlBody: `<p>Hello</p>${images}<a href="https://x.example" ping="https://t.example/p">y</a>`,
  });
  const png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  await deliver(robin, "Pictured", {
    htmlBody: `<p>See <img src="cid:scan.png@1" alt="scan"></p>`,
    attachments: [{ fileName: "scan.png", contentType: "image/png", base64: png }],
  });
  await deliver(robin, "High as itself", { htmlBody: `<p>${"many words to wrap ".repeat(200)}</p>` });
  const id = await deliver(robin, "Frame", {
    htmlBody: `<p>Hello <a href="https://portal.example/x">portal</a><img src="https://x.example/i"></p>`,
  });
  // Chromium’s messages on policies that are violated.
  expectedConsoleErrors.push(/Creating a TrustedTypePolicy named/);
  const row = (name: RegExp) => page.getByRole("grid", { name: "Inbox" }).getByRole("row", { name });
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

  await row(/Counted/).click();
  await expect(page.getByText("3 remote images and 1 tracking link were blocked.")).toBeVisible();
  await page.getByRole("button", { name: "Show what" }).click();
  await expect(page.getByText("https://x.example/b.png")).toBeVisible();
  await expectAccessible(page);

  await row(/Pictured/).click();
  const picture = inner.getByAltText("scan");
  await expect(picture).toHaveAttribute("src", /^blob:/);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);

  await row(/High as itself/).click();
  await expect(inner.getByText("many words")).toBeVisible();
  await drawnTwice(page);
  const height = () => frame.evaluate((element) => element.getBoundingClientRect().height);
  const wide = await height();
  await page.setViewportSize({ width: 760, height: 900 });
  await expect.poll(height).toBeGreaterThan(wide);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(height).toBe(wide);
});

test("a link shows its true address first, by key too", async ({ page, server }) => {
  const robin = await robinOf(server.url);
  const id = await deliver(robin, "Link", {
    htmlBody: `<p>Go to <a href="http://xn--80ak6aa92e.example/login">www.bank.example</a></p>
      <p><a href="https://portal.example/">portal</a></p>`,
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

  await page.frameLocator('iframe[title="Message"]').getByRole("link", { name: "portal" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Open portal.example?" })).toBeVisible();
});
