import type { Page } from "playwright/test";
import { expect, expectAccessible, needs, test } from "#e2e/fixtures.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { go } from "#e2e/pages/go.ts";

needs("the trail and the pages of administrators");

const first = "seven blue kettles sing";
const second = "nine green lanterns hum";

async function unlock(page: Page, password: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+Alt+l");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.keyboard.press("Enter");
}

test("a clinic is set up, a person added, changed, disabled", async ({ page, elsewhere: other }) => {
  const server = new ServerProcess({ FIRST_USER: "" });
  await server.start();
  const address = /(http\S+\/welcome#\S+)/.exec(server.output)?.[1] ?? "";

  await test.step("the first administrator names the clinic and themselves", async () => {
    const hint = page.getByText("Setting up a new server?");
    await page.goto(server.url);
    await expect(hint).toBeVisible();
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "Set up your clinic" })).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/welcome`);
    await page.reload();
    await page.getByRole("button", { name: "Look around with sample data" }).click();
    await expect(page.getByText("Sample data: all of it is made up")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("heading", { name: "Visits", level: 1 })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Start for real" }).click();
    await page.getByLabel("Clinic’s name").fill("Harbor Urgent Care");
    await page.getByLabel("Practices").fill("Eastgate\nWestgate");
    await page.getByLabel("User name").fill("morgan");
    await page.getByLabel("Password", { exact: true }).fill("harbor urgent care 1");
    await page.keyboard.press("Enter");
    await expect(page.getByText("This password is mostly your name")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Password", { exact: true }).fill(first);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Your clinic is set up, and you are signed in")).toBeVisible();
    await page.getByRole("link", { name: "Add people" }).click();
  });

  const people = page.getByRole("table", { name: "People" });
  let link = "";
  await test.step("a person is added, and their link shown once", async () => {
    await page.getByRole("button", { name: "Add a person" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a person" });
    await dialog.getByLabel("User name").fill("MORGAN");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("The name MORGAN is taken")).toBeVisible();
    await dialog.getByLabel("User name").fill("drew");
    await dialog.getByLabel("Sees the visits of").selectOption("Some practices only");
    await dialog.getByLabel("Eastgate").check();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add and make a link" }).click();
    const field = page.getByLabel("Link, shown only once");
    link = await field.inputValue();
    // The first click only warns, since nothing was copied.
    await page.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("button", { name: "Close" }).last().click();
    await expect(people.getByRole("row", { name: /drew/ })).toContainText("Eastgate");
    await expect(people.getByRole("row", { name: /drew/ })).toContainText("Link until");
  });

  await other.setViewportSize({ width: 390, height: 844 });
  await test.step("they set their password by it, once, and sign in", async () => {
    await other.goto(link);
    await other.getByLabel("New password").fill(second);
    await expectAccessible(other);
    await other.keyboard.press("Enter");
    await expect(other.getByRole("heading", { name: "Visits", level: 1 })).toBeVisible();
    await other.goto(link);
    await expect(other.getByText("This link has already been used").first()).toBeVisible();
  });

  await test.step("they change it, and what they keep opens by it", async () => {
    await go(other, "/account");
    const sessions = other.getByRole("table", { name: "Your sessions" });
    await expect(sessions).toContainText("Chrome on Linux");
    await expectAccessible(other);
    const elsewhere = new WireClient(server.url);
    await elsewhere.call("authenticate", { provider: "credentials", userName: "drew", password: second });
    await other.reload();
    await expect(sessions.getByRole("button", { name: /^End / })).toHaveCount(1);
    await other.getByRole("button", { name: "End all other sessions" }).click();
    await expect(other.getByText("1 other session was ended.")).toBeVisible();
    await expect(sessions.getByRole("button", { name: /^End / })).toHaveCount(0);
    await other.getByLabel("Current password").fill("not the one");
    await other.getByLabel("New password").fill(first);
    await other.keyboard.press("Enter");
    await expect(other.getByText("This isn’t your password.")).toBeVisible();
    await other.getByLabel("Current password").fill(second);
    await other.keyboard.press("Enter");
    await expect(other.getByText("Your password was changed")).toBeVisible();
    await unlock(other, first);
    await expect(other.getByRole("heading", { name: "Your account" })).toBeVisible();
  });

  await test.step("disabled, they are out; the last administrator stays", async () => {
    await page.reload();
    await page.getByRole("button", { name: "Actions for drew" }).click();
    await page.getByRole("menuitem", { name: "Disable" }).click();
    // A danger is not what Enter presses.
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expect(people.getByRole("row", { name: /drew/ })).not.toContainText("Disabled");
    await page.getByRole("button", { name: "Actions for drew" }).click();
    await page.getByRole("menuitem", { name: "Disable" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(people.getByRole("row", { name: /drew/ })).toContainText("Disabled");
    await other.goto(`${server.url}/visits`);
    await expect(other.getByLabel("User name")).toBeVisible();
    await people.getByRole("button", { name: "morgan", exact: true }).click();
    await page.getByLabel("Role").selectOption("clerk");
    await page.getByRole("button", { name: "Save" }).last().click();
    await expect(page.getByText("This is the last administrator who can sign in")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  });

  await test.step("a phone's bar leads to every page, people are cards", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const more = page.getByRole("button", { name: "More", exact: true });
    await more.click();
    const pages = ["Day sheet", "Directory", "Clinic", "People", "Audit log", "Health", "API keys"];
    await expect(page.getByRole("menuitem")).toHaveText(pages);
    await page.getByRole("menuitem", { name: "Health" }).click();
    await expect(page.getByRole("heading", { name: "Health", level: 1 })).toBeVisible();
    await more.press("Enter");
    await page.getByRole("menuitem", { name: "People" }).press("Enter");
    const row = people.getByRole("row", { name: /drew/ });
    await expect(row.getByRole("cell", { name: "Eastgate" })).toBeInViewport();
    await expectAccessible(page);
  });
  await server.dispose();
});
