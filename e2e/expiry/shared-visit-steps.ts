import { expect } from "#e2e/fixtures.ts";
import { field, openVisit, saved } from "#e2e/pages/editor.ts";
import { newEvents } from "./queue-steps.ts";
import { begin, type Desk, type Step } from "./step.ts";

/** Opens a visit of the clinic's queue that this browser does not have: withheld, sent by the rules engine. */
async function openShared(desk: Desk) {
  const { page } = desk;
  const [plain] = newEvents(desk, 1).events;
  if (!plain) throw new Error("No event was made");
  const audit = { ...plain.audit, canAutoCharge: false, withholdReason: "On hold" };
  const wire = await desk.casey();
  await wire.call("chargeVisit", { AutoChargedEvent: { ...plain, audit } });
  await begin(desk, `/visits/${plain.eventId}`);
  await expect(page.getByText("Nobody is working on this visit")).toBeVisible();
  // Only now is the page complete.
  await expect(field(page, "audit.withholdReason")).toHaveValue("On hold");
  // The visit itself belongs to the whole practice; what is typed does not.
  return { word: `Typed${desk.next()}x`, eventId: plain.eventId };
}

const mine = "You have this visit until";

const looked: Step = async (desk) => {
  const { page } = desk;
  const { eventId } = await openShared(desk);
  return {
    words: [],
    async resume() {
      await expect(field(page, "audit.withholdReason")).toHaveValue("On hold");
      await page.keyboard.press("Alt+w");
      await expect(page.getByText(mine)).toBeVisible();
    },
    kept: () => openVisit(page, eventId),
  };
};

const taken: Step = async (desk) => {
  const { page } = desk;
  const { word, eventId } = await openShared(desk);
  const status = field(page, "audit.finalStatus");
  await status.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(word);
  await expect(page.getByText(mine)).toBeVisible();
  return {
    words: [word],
    async resume() {
      await page.keyboard.type(" and on");
      await expect(status).toHaveValue(`${word} and on`);
      await expect(page.getByText(mine)).toBeVisible();
    },
    saved: () => saved(page),
    async kept() {
      await openVisit(page, eventId);
      await expect(status).toHaveValue(word);
    },
  };
};

const note: Step = async (desk) => {
  const { page } = desk;
  const { word, eventId } = await openShared(desk);
  await page.keyboard.press("Alt+m");
  await page.keyboard.type(word);
  const dialog = page.getByRole("dialog", { name: "Add a note" });
  const text = dialog.getByLabel("Note");
  await expect(text).toHaveValue(word);
  return {
    words: [word],
    async resume() {
      await expect(text).toHaveValue(word);
      await page.keyboard.type(" again");
      await page.keyboard.press("Control+Enter");
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("region", { name: "Timeline" })).toContainText(`${word} again`);
    },
    async kept() {
      await openVisit(page, eventId);
      await page.getByRole("button", { name: "Finish your note…" }).click();
      await expect(text).toHaveValue(new RegExp(`^${word}`));
      await page.keyboard.press("Escape");
    },
    saved: () =>
      expect(page.getByRole("button", { name: "Finish your note…", includeHidden: true })).toBeAttached(),
  };
};

export const sharedVisitSteps: Readonly<Record<string, Step>> = {
  "clinic's visit, looked at": looked,
  "clinic's visit, taken and half typed": taken,
  "clinic's visit, note half written": note,
};
