import { expect } from "#e2e/fixtures.ts";
import { openQueue } from "./queue-steps.ts";
import type { Desk, Step } from "./step.ts";

async function fromAccount(desk: Desk, item: string): Promise<void> {
  await openQueue(desk);
  await desk.page.getByRole("button", { name: "Account" }).click();
  await desk.page.getByRole("menuitem", { name: item }).click();
}

const nothingToKeep = async () => undefined;

const palette: Step = async (desk) => {
  const { page } = desk;
  await openQueue(desk);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search or jump to" });
  await field.pressSequentially("mess of Jane");
  await page.keyboard.press("ArrowLeft");
  return {
    words: ["mess of Jane"],
    async resume() {
      await page.keyboard.type("-");
      await expect(field).toHaveValue("mess of Jan-e");
      await page.keyboard.press("Escape");
      await expect(field).toBeHidden();
    },
    kept: nothingToKeep,
  };
};

const keySheet: Step = async (desk) => {
  const { page } = desk;
  await openQueue(desk);
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  return {
    words: [],
    async resume() {
      await expect(sheet).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(sheet).toBeHidden();
    },
    kept: nothingToKeep,
  };
};

const workspace: Step = async (desk) => {
  const { page } = desk;
  await fromAccount(desk, "Workspace and storage");
  const field = page.getByLabel("Type casey to confirm");
  await expect(page.getByRole("progressbar")).toBeVisible();
  await field.fill("case");
  return {
    words: ["Type casey to confirm"],
    async resume() {
      await page.keyboard.type("y");
      await expect(page.getByRole("button", { name: "Erase workspace" })).toBeEnabled();
      await field.fill("");
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    },
    kept: nothingToKeep,
  };
};

const support: Step = async (desk) => {
  const { page } = desk;
  await fromAccount(desk, "Support report");
  const report = page.getByRole("textbox", { name: "Support report" });
  await expect(report).toHaveValue(/Console version/);
  return {
    words: ["Console version"],
    async resume() {
      await expect(report).toHaveValue(/Console version/);
      await page.keyboard.press("Escape");
      await expect(report).toBeHidden();
    },
    kept: nothingToKeep,
  };
};

const menu: Step = async (desk) => {
  const { page } = desk;
  await openQueue(desk);
  await page.getByRole("button", { name: "Account" }).click();
  await expect(page.getByText("Signed in as casey")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  return {
    words: ["Signed in as casey"],
    async resume() {
      await expect(page.getByText("Signed in as casey")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toBeHidden();
    },
    kept: nothingToKeep,
  };
};

export const frameSteps: Readonly<Record<string, Step>> = {
  "palette half typed": palette,
  "key sheet open": keySheet,
  "workspace dialog half confirmed": workspace,
  "support report open": support,
  "account menu open": menu,
};
