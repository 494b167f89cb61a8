import { expect, test } from "#e2e/fixtures.ts";
import { VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { buildEvent } from "#room/testing/builders.ts";

test.use({ hasQueue: false });

test("dates are found as people write them; keys keep place", async ({ signedInPage }) => {
  const queue = new VisitsQueue(signedInPage);
  let seed = 0xb000;
  const on = (createdOn: string, count: number, audit = {}) =>
    Array.from({ length: count }, () => buildEvent({ seed: (seed += 1), visit: { createdOn }, audit }));
  const held = { manualReviewNeeded: true, withholdReason: "Papers missing" };
  const first = on("2026-11-02", 40);
  const second = on("2026-11-03", 30, held);
  await queue.importEvents([...first, ...second]);
  await expect(signedInPage.getByRole("tab", { name: "Needs attention 30" })).toBeVisible();
  await expect(signedInPage.getByRole("tab", { name: "Drafts 40" })).toBeVisible();
  await expect(queue.table.getByRole("row").nth(1)).toContainText("Held by rules");
  const count = queue.table.locator("tr[data-index]");
  const search = signedInPage.getByRole("searchbox", { name: "Find visits" });
  await search.fill("11/2/26");
  await expect(signedInPage.getByText("40 of 70 visits")).toBeVisible();
  await search.fill("papers");
  await signedInPage.getByRole("button", { name: "Date of service filter" }).click();
  await signedInPage.getByRole("menuitem", { name: "Choose dates…" }).click();
  await signedInPage.getByLabel("From").fill("11-3-2026");
  await signedInPage.keyboard.press("Enter");
  await expect(signedInPage.getByText("30 of 70 visits")).toBeVisible();
  await expect(signedInPage).toHaveURL(/service=2026-11-03..2026-11-03/);
  await queue.table.locator("..").evaluate((box) => box.scrollTo(0, 500));
  const opened = count.nth(14);
  // The rows follow in a task of their own.
  await expect(opened).not.toHaveAttribute("data-index", "14");
  const row = async () => (await opened.getAttribute("data-index")) ?? "";
  const index = Number(await row());
  await opened.getByRole("link").click();
  await expect(signedInPage.getByText(`${index + 1} of 30`)).toBeVisible();
  await signedInPage.locator("h1").focus();
  await signedInPage.keyboard.press("j");
  await expect(signedInPage.getByText(`${index + 2} of 30`)).toBeVisible();
  await signedInPage.getByRole("button", { name: "Next visit" }).click();
  await expect(signedInPage.getByText(`${index + 3} of 30`)).toBeVisible();
  await signedInPage.getByRole("button", { name: "Previous visit" }).click();
  await expect(signedInPage.getByText(`${index + 2} of 30`)).toBeVisible();
  await signedInPage.goBack();
  await expect(search).toHaveValue("papers");
  await expect(signedInPage.getByText("30 of 70 visits")).toBeVisible();
  await expect(queue.table.locator(`tr[data-index="${index + 1}"]`)).toBeFocused();
  expect(await queue.table.locator("..").evaluate((box) => box.scrollTop)).toBeCloseTo(500, -1);
  // A row reached by key is in sight as a whole.
  const last = queue.table.locator('tr[data-index="29"]');
  for (let at = index + 1; at < 29; at += 1) await signedInPage.keyboard.press("ArrowDown");
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
});
