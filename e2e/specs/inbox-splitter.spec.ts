import { enter, expect, expectAccessible, test } from "#e2e/fixtures.ts";

test("the list’s border moves, stays; narrow screens have none", async ({ page, server }) => {
  await test.step("it moves by keys and pointer, and stays", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await enter(page, server.url, "/messages");
    const border = page.getByRole("separator", { name: "Width of the list" });

    const list = async () => (await page.getByRole("grid", { name: "Inbox" }).boundingBox())?.width ?? 0;
    const pane = async () =>
      (await page.getByRole("region", { name: "Reading pane" }).boundingBox())?.width ?? 0;
    await border.focus();
    const usual = await list();
    await page.keyboard.press("End");
    await expect(border).toHaveAttribute("aria-valuenow", "75");
    expect(await list()).toBeGreaterThan(usual * 1.5);
    expect(await pane()).toBeGreaterThan(250);
    await page.keyboard.press("Home");
    await expect(border).toHaveAttribute("aria-valuenow", "20");
    expect(await list()).toBeGreaterThan(200);
    await page.keyboard.press("ArrowRight");
    await expect(border).toHaveAttribute("aria-valuenow", "22");
    await page.keyboard.press("Enter");
    await expect.poll(list).toBe(usual);

    const box = await border.boundingBox();
    if (!box) throw new Error("The border is not drawn");
    const y = box.y + 200;
    await page.mouse.move(box.x + 4, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 200, y, { steps: 5 });
    await page.mouse.up();
    await expect.poll(list).toBeGreaterThan(usual + 180);
    await page.mouse.move(box.x + 400, y);
    const drawn = await list();
    expect(Math.abs(drawn - usual - 196)).toBeLessThan(8);
    await expectAccessible(page);
    await page.reload();
    await expect(border).toBeVisible();
    await expect.poll(async () => Math.abs((await list()) - drawn)).toBeLessThan(2);
    await border.dblclick({ position: { x: 4, y: 300 } });
    await expect.poll(list).toBe(usual);
  });
  await test.step("below the list it moves vertically; narrow screens have none", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await enter(page, server.url, "/messages");
    const border = page.getByRole("separator", { name: "Height of the list" });
    await page.getByRole("button", { name: "View" }).click();
    await page.getByRole("menuitemradio", { name: "Reading pane below" }).click();
    await expect(border).toHaveAttribute("aria-orientation", "horizontal");
    const pane = async () =>
      (await page.getByRole("region", { name: "Reading pane" }).boundingBox())?.height ?? 0;
    await border.focus();
    await page.keyboard.press("Home");
    const high = await pane();
    await page.keyboard.press("End");
    await expect.poll(pane).toBeLessThan(high / 2);
    expect(await pane()).toBeGreaterThan(130);
    await expectAccessible(page);
    await page.setViewportSize({ width: 600, height: 900 });
    await expect(border).toBeHidden();
    await expect(page.getByRole("grid", { name: "Inbox" })).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "View" }).click();
    await page.getByRole("menuitemradio", { name: "No reading pane" }).click();
    await expect(border).toHaveCount(0);
  });
});
