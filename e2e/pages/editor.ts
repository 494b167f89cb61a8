import { type Dialog, expect, type Locator, type Page } from "playwright/test";
import { go } from "./go.ts";

/** The field of a charge, by position and member. */
export function cell(page: Page, index: number, member: string): Locator {
  return page.locator(`[name="visitCharged.charges.${index}.${member}"]`);
}

export function field(page: Page, path: string): Locator {
  return page.locator(`[name="${path}"]`);
}

export function outcome(page: Page): Locator {
  return page.getByRole("status", { name: "Outcome" });
}

/** The procedure codes of the first that many charges, in order. */
export async function valueOf(page: Page, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => cell(page, index, "cpt").inputValue()));
}

/** Pastes text, as from a spreadsheet. The page must have clipboard permission. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press("Control+v");
}

async function toVisits(page: Page): Promise<void> {
  if (page.url().endsWith("/visits")) return;
  await go(page, "/visits");
  await page.getByRole("heading", { name: "Visits", level: 1 }).waitFor();
}

/** Opens an empty visit from the list of visits, as a clerk does, and returns its event id. */
export async function newVisit(page: Page): Promise<string> {
  await toVisits(page);
  await page.getByRole("button", { name: "New visit charge" }).click();
  await expect(cell(page, 0, "cpt")).toBeVisible();
  return field(page, "eventId").inputValue();
}

/** Waits until everything typed is saved in this browser. */
export async function saved(page: Page): Promise<void> {
  await expect(page.locator('[data-save="saved"]')).toBeVisible();
}

/** Reloads at once; where the browser asks first, because the last key is not saved yet, once it is. */
export async function reloadAsAsked(page: Page): Promise<void> {
  let dismiss: (dialog: Dialog) => void = () => undefined;
  const asked = new Promise<true>((tell) => {
    dismiss = (dialog) => {
      expect(dialog.type()).toBe("beforeunload");
      void dialog.dismiss().then(() => tell(true));
    };
    page.once("dialog", dismiss);
  });
  const reloaded = page.reload().then(
    () => false,
    () => asked,
  );
  const isAsked = await Promise.race([asked, reloaded]);
  page.off("dialog", dismiss);
  if (!isAsked) return;
  await saved(page);
  // The page may not have drawn yet that it isn't: asked again, Playwright would leave it.
  await reloadAsAsked(page);
}

/** Opens what would be sent now, as IT reads it. */
export async function showSent(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Technical details (JSON)…" }).click();
  return page.getByRole("dialog", { name: "Technical details" });
}

/** Confirms if there are warnings. */
export async function sendAnyway(page: Page): Promise<void> {
  const anyway = page.getByRole("button", { name: "Send anyway" });
  await expect(anyway.or(outcome(page).locator("*").first())).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
}

/** Imports a few events through the queue, as a clerk does, and waits until they are there. */
export async function importEvents(
  page: Page,
  events: readonly { readonly eventId: string; readonly visitCharged: object }[],
): Promise<void> {
  await toVisits(page);
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import" }).first().click();
  const file = {
    name: "events.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(events)),
  };
  await (await chooser).setFiles([file]);
  await expect(page.locator(`a[href$="/visits/${events.at(-1)?.eventId}"]`).first()).toBeAttached();
}

/** Opens one of this browser's events: from the list where the page shows it, by its address elsewhere. */
export async function openVisit(page: Page, eventId: string): Promise<void> {
  const link = page.locator(`a[href$="/visits/${eventId}"]`).first();
  if (await link.isVisible()) await link.click();
  else if (page.url().startsWith("http")) await go(page, `/visits/${eventId}`);
  else await page.goto(`/visits/${eventId}`);
  await expect(page.locator('[name="visitCharged.charges.0.cpt"]')).toBeVisible();
}

/** The button that sends a visit, by its name. */
export const submit = { name: "Submit charge" } as const;
