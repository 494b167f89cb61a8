import type { Page } from "playwright/test";
import { expect } from "#e2e/fixtures.ts";
import { cell, field, importEvents, openVisit, outcome, saved } from "#e2e/pages/editor.ts";
import { chargeRoute, hold, newEvents, openQueue } from "./queue-steps.ts";
import { begin, type Desk, type Reached, type Step } from "./step.ts";

type Event = ReturnType<typeof newEvents>["events"][number];

/** By desk: what is imported, and no step has opened. */
const waiting = new WeakMap<Desk, Event[]>();

/** Imports ten at a time, as a clerk does. */
async function nextEvent(desk: Desk): Promise<Event> {
  const first = waiting.get(desk)?.pop();
  if (first) return first;
  await openQueue(desk);
  // The audit log allows it to be charged; its text is what nobody else may read.
  const events = newEvents(desk, 10).events.map((event) => ({
    ...event,
    audit: { ...event.audit, withholdReason: `Reason${desk.next()}x` },
  }));
  await importEvents(desk.page, events);
  waiting.set(desk, events);
  return nextEvent(desk);
}

/** Opens a new event in the editor. */
async function openOne(desk: Desk) {
  const { page } = desk;
  const event = await nextEvent(desk);
  const word = event.audit.withholdReason ?? "";
  await begin(desk, `/visits/${event.eventId}`);
  await expect(field(page, "audit.withholdReason")).toHaveValue(word);
  const oneInvoice = async () => {
    await expect(outcome(page)).toContainText("Charged", { timeout: 30_000 });
    const wire = await desk.casey();
    const { invoice } = await wire.call("getVisitInvoice", { visitId: event.visitCharged.visitId });
    expect(invoice?.eventId).toBe(event.eventId);
  };
  return {
    word,
    oneInvoice,
    kept: () => openVisit(page, event.eventId),
    saved: () => saved(page),
  };
}

const submit = (page: Page) => page.getByRole("button", { name: "Submit charge" });

const halfCell: Step = async (desk) => {
  const { page } = desk;
  const { word, oneInvoice, kept, saved } = await openOne(desk);
  const cpt = cell(page, 1, "cpt");
  await cpt.focus();
  await page.keyboard.press("F2");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await expect(cpt).toHaveValue("878");
  return {
    words: [word, "878"],
    async resume() {
      await page.keyboard.type("80");
      await expect(cpt).toHaveValue("87880");
      await page.keyboard.press("Escape");
      await expect(cpt).toHaveValue("87880");
    },
    async action() {
      await page.keyboard.type("80");
      await submit(page).click();
    },
    done: oneInvoice,
    saved,
    async kept() {
      await kept();
      await expect(cpt).toHaveValue("878");
    },
  };
};

/** A step that is a dialog of the editor. */
function dialogStep(
  open: (page: Page, word: string) => Promise<{ title: string; resume?: () => Promise<void> }>,
): Step {
  return async (desk): Promise<Reached> => {
    const { page } = desk;
    const { word, kept } = await openOne(desk);
    const { title, resume } = await open(page, word);
    const dialog = page
      .getByRole("dialog", { name: title })
      .or(page.getByRole("alertdialog", { name: title }));
    await expect(dialog).toBeVisible();
    return {
      words: [word],
      async resume() {
        await expect(dialog).toBeVisible();
        await resume?.();
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
      },
      kept,
    };
  };
}

async function fromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

const perPayer = dialogStep(async (page) => {
  await page.getByRole("button", { name: "Per payer" }).click();
  return { title: "A/R by payer" };
});

const request = dialogStep(async (page) => {
  await fromMenu(page, "Technical details (JSON)…");
  return { title: "Technical details" };
});

const template = dialogStep(async (page, word) => {
  await fromMenu(page, "Templates…");
  const name = page.getByLabel("Save this visit’s charges as");
  await name.fill(`Half a name ${word}`);
  return {
    title: "Templates",
    async resume() {
      await page.keyboard.type(" and more");
      await expect(name).toHaveValue(`Half a name ${word} and more`);
    },
  };
});

const clearing = dialogStep(async (page, word) => {
  await page.getByRole("checkbox", { name: "Manual review needed" }).check();
  await page.getByRole("button", { name: "Approve for billing…" }).click();
  const reason = page.getByLabel("Reason", { exact: true });
  await reason.fill(`Papers of ${word}`);
  return {
    title: "Approve for billing",
    async resume() {
      await page.keyboard.type(" came");
      await expect(reason).toHaveValue(`Papers of ${word} came`);
    },
  };
});

const pastePreview = dialogStep(async (page, word) => {
  await cell(page, 0, "quantity").focus();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const paste = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  }, `Qty\tCharge\n${word}\t10`);
  return { title: "This doesn’t quite fit" };
});

const warnings = dialogStep(async (page) => {
  await cell(page, 0, "arAmount.amount").fill("1.00");
  await submit(page).click();
  return { title: "Send with this warning?" };
});

const codeSearch: Step = async (desk) => {
  const { page } = desk;
  const { word, kept, saved } = await openOne(desk);
  const code = field(page, "visitCharged.diagnosis.1.icd10DiagCode");
  await code.fill("");
  await code.pressSequentially("sore thr");
  const list = page.getByRole("listbox", { name: "Codes found" });
  await expect(list).toBeVisible();
  return {
    words: [word, "sore thr"],
    async resume() {
      await expect(list).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(code).toHaveValue(/^[A-Z]\d/);
      await expect(list).toBeHidden();
    },
    saved,
    async kept() {
      await kept();
      await expect(code).toHaveValue("sore thr");
    },
  };
};

const onItsWay: Step = async (desk) => {
  const { page } = desk;
  const { word, oneInvoice, kept } = await openOne(desk);
  const held = await hold(page, chargeRoute);
  await submit(page).click();
  await held.isHeld;
  await expect(outcome(page)).toContainText("Sending");
  return {
    words: [word],
    isMoving: true,
    async resume() {
      await held.release();
      await oneInvoice();
    },
    async kept() {
      await held.release();
      await kept();
      await expect(outcome(page)).toContainText(/Unknown|Charged|Waiting|Sending/);
      const again = page.getByRole("button", { name: "Send the same again" });
      if (await again.isVisible()) await again.click();
      await oneInvoice();
    },
  };
};

const scrolled: Step = async (desk) => {
  const { page } = desk;
  const { word, kept, saved } = await openOne(desk);
  const notes = field(page, "audit.withholdReason");
  await notes.focus();
  await notes.press("End");
  await page.keyboard.type(" of Jane");
  return {
    words: [word, "of Jane"],
    async resume() {
      await expect(notes).toBeInViewport();
      await page.keyboard.type(" Roe");
      await expect(notes).toHaveValue(`${word} of Jane Roe`);
    },
    saved,
    async kept() {
      await kept();
      await expect(notes).toHaveValue(`${word} of Jane`);
    },
  };
};

export const editorSteps: Readonly<Record<string, Step>> = {
  "editor, half a cell": halfCell,
  "editor, balance per payer": perPayer,
  "editor, request as JSON": request,
  "editor, template half named": template,
  "editor, approve for billing": clearing,
  "editor, paste preview": pastePreview,
  "editor, warning asked": warnings,
  "editor, codes found": codeSearch,
  "editor, charge on its way": onItsWay,
  "editor, scrolled to a half-typed reason": scrolled,
};
