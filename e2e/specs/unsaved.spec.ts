import { enter, expect, needs, test } from "#e2e/fixtures.ts";
import { newVisit } from "#e2e/pages/editor.ts";
import { go } from "#e2e/pages/go.ts";

needs("the clinic’s directory");

test("what is not saved is asked about before it goes", async ({ page, server }) => {
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  const leave = () => page.evaluate(() => location.reload());
  await test.step("on the clinic’s page", async () => {
    await enter(page, server.url, "/admin/clinic");
    const name = page.getByLabel("Clinic’s name");
    await name.fill("Harbor Street");
    const away = page.getByRole("navigation").getByRole("link", { name: "Directory" });
    await away.click();
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await expect(name).toHaveValue("Harbor Street");
    await leave();
    await expect.poll(() => asked).toEqual(["beforeunload"]);
    await expect(name).toHaveValue("Harbor Street");
    await away.click();
    await question.getByRole("button", { name: "Leave" }).click();
    await expect(page.getByRole("heading", { name: "Directory", level: 1 })).toBeVisible();
  });
  await test.step("in a dialog", async () => {
    await go(page, "/directory?tab=practice");
    await page.getByRole("button", { name: "Add practice" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).pressSequentially("North");
    await leave();
    await expect.poll(() => asked).toHaveLength(2);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
  await test.step("in one without buttons, until it is saved", async () => {
    await newVisit(page);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Templates" }).click();
    const dialog = page.getByRole("dialog", { name: "Templates" });
    const name = dialog.getByLabel("Save this visit’s charges as");
    await name.pressSequentially("Strep");
    await page.keyboard.press("Escape");
    await expect(dialog.getByText("This isn’t kept. Press Escape again to close anyway.")).toBeVisible();
    await name.press("Enter");
    await expect(dialog.getByText("Press Escape again")).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });
});
