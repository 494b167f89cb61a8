import { type Page, type Route } from "playwright/test";
import { expect } from "#e2e/fixtures.ts";
import { fileOf, ndjson, VisitsQueue } from "#e2e/pages/visits-queue.ts";
import { buildEvent } from "#room/testing/builders.ts";
import { begin, clickAtOnce, type Desk, type Step } from "./step.ts";

type Event = ReturnType<typeof buildEvent>;

export const chargeRoute = "**/BillingAutoChargeChargeVisitRequest";

/** Events that no other step has used, sharing a procedure code that no other event has. */
export function newEvents({ next }: Desk, count: number): { events: Event[]; code: string } {
  const code = String(70_000 + next());
  const events = Array.from({ length: count }, () => {
    const event = buildEvent({ seed: 0x900000 + next(), charges: 2 });
    const [first, ...rest] = event.visitCharged.charges;
    if (!first) throw new Error("An event has a charge");
    return { ...event, visitCharged: { ...event.visitCharged, charges: [{ ...first, cpt: code }, ...rest] } };
  });
  return { events, code };
}

/** Text that identifies these visits. */
const shortIds = (events: readonly Event[]) =>
  events.map(({ visitCharged: { visitId } }) => `…${visitId.slice(-4)}`);

const search = (page: Page) => page.getByRole("searchbox", { name: "Find visits" });

export async function openQueue(desk: Desk): Promise<VisitsQueue> {
  const { page } = desk;
  await begin(desk, "/visits?in=browser");
  await expect(page.getByRole("button", { name: "Import", exact: true })).toBeVisible();
  return new VisitsQueue(page);
}

async function importAll(desk: Desk, count: number) {
  const queue = await openQueue(desk);
  const { events, code } = newEvents(desk, count);
  await queue.importEvents(events);
  // The words of an earlier step are still there.
  await search(desk.page).clear();
  return { queue, events, code };
}

async function oneInvoiceEach(desk: Desk, events: readonly Event[]): Promise<void> {
  const wire = await desk.casey();
  for (const { eventId, visitCharged } of events) {
    const { invoice } = await wire.call("getVisitInvoice", { visitId: visitCharged.visitId });
    expect(invoice?.eventId).toBe(eventId);
  }
}

/** Holds back the requests of a route until released. */
export async function hold(page: Page, pattern: string | RegExp) {
  let answerNow = () => {};
  const gate = new Promise<void>((resolve) => (answerNow = resolve));
  let heldOne = () => {};
  const isHeld = new Promise<void>((resolve) => (heldOne = resolve));
  const handler = async (route: Route) => {
    heldOne();
    await gate;
    // The page may be gone by then.
    await route.continue().catch(() => undefined);
  };
  await page.route(pattern, handler);
  const release = async () => {
    answerNow();
    await page.unroute(pattern, handler);
  };
  return { isHeld, release };
}

const filtered: Step = async (desk) => {
  const { page } = desk;
  const { queue, events, code } = await importAll(desk, 2);
  await search(page).pressSequentially(code);
  await expect(queue.table.getByRole("row")).toHaveCount(3);
  await page.keyboard.press("ArrowLeft");
  const kept = async () => {
    await search(page).fill(code);
    await expect(queue.table.getByRole("row")).toHaveCount(3);
  };
  return {
    words: [code, ...shortIds(events)],
    async resume() {
      await expect(queue.table.getByRole("row")).toHaveCount(3);
      await page.keyboard.press("End");
      await page.keyboard.type(" none");
      await expect(page.getByRole("heading", { name: "No visit matches" })).toBeVisible();
    },
    async action() {
      await queue
        .row(events[0] ?? buildEvent())
        .getByRole("button", { name: "Send" })
        .click();
    },
    async done() {
      await expect(queue.row(events[0] ?? buildEvent())).toContainText("Charged");
      await oneInvoiceEach(desk, events.slice(0, 1));
    },
    kept,
  };
};

const selected: Step = async (desk) => {
  const { page } = desk;
  const { queue, events, code } = await importAll(desk, 3);
  await search(page).fill(code);
  await expect(queue.table.getByRole("row")).toHaveCount(4);
  for (const event of events.slice(0, 2)) await queue.row(event).getByRole("checkbox").check();
  const retry = page.getByRole("button", { name: "Retry selected" });
  return {
    words: [code, "2 selected", ...shortIds(events)],
    async resume() {
      await expect(page.getByText("2 selected")).toBeVisible();
      await page.keyboard.press("Space");
      await expect(page.getByText("1 selected")).toBeVisible();
    },
    action: () => clickAtOnce(retry),
    async done() {
      await expect(queue.sending).toContainText("Done: 2 charged");
      await oneInvoiceEach(desk, events.slice(0, 2));
    },
    async kept() {
      await search(page).fill(code);
      await expect(queue.table.getByRole("row")).toHaveCount(4);
    },
  };
};

const importing: Step = async (desk) => {
  const { page } = desk;
  const queue = await openQueue(desk);
  const { events, code } = newEvents(desk, 1500);
  await queue.import(fileOf("many.ndjson", ndjson(events)));
  await expect(queue.importReport).not.toBeEmpty();
  return {
    words: shortIds(events).slice(0, 50),
    isMoving: true,
    async resume() {
      await expect(queue.importReport).toContainText("1,500 visits imported from many.ndjson", {
        timeout: 30_000,
      });
      await queue.importReport.getByRole("button", { name: "Close" }).click();
    },
    async kept() {
      // What was imported by then is kept, and nothing prevents importing the rest.
      await queue.import(fileOf("many.ndjson", ndjson(events)));
      await expect(queue.importReport).toContainText(/many\.ndjson/, { timeout: 30_000 });
      await expect(queue.importReport.getByRole("button", { name: "Close" })).toBeVisible({
        timeout: 30_000,
      });
      await search(page).fill(code);
      await expect(queue.table).toHaveAttribute("aria-rowcount", "1501");
    },
  };
};

const dryRun: Step = async (desk) => {
  const { page } = desk;
  const { queue, events, code } = await importAll(desk, 2);
  await search(page).fill(code);
  await page.getByRole("button", { name: "Retry all 2 that match…" }).click();
  const dialog = page.getByRole("dialog", { name: "Before you send" });
  await expect(dialog).toContainText("2 match: 2 will be sent");
  return {
    words: [code, "2 will be sent", ...shortIds(events)],
    resume: async () => {
      await expect(dialog).toContainText("2 match: 2 will be sent");
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    },
    action: () => clickAtOnce(dialog.getByRole("button", { name: "Send 2" })),
    async done() {
      await expect(queue.sending).toContainText("Done: 2 charged");
      await oneInvoiceEach(desk, events);
    },
    async kept() {
      await search(page).fill(code);
      await expect(queue.table.getByRole("row").filter({ hasText: "Draft" })).toHaveCount(2);
    },
  };
};

const retrying: Step = async (desk) => {
  const { page } = desk;
  const { queue, events, code } = await importAll(desk, 3);
  await search(page).fill(code);
  await page.getByRole("button", { name: "Retry all 3 that match…" }).click();
  const held = await hold(page, chargeRoute);
  await page.getByRole("dialog").getByRole("button", { name: "Send 3" }).click();
  await held.isHeld;
  return {
    words: [code, ...shortIds(events)],
    isMoving: true,
    async resume() {
      await held.release();
      await expect(queue.sending).toContainText("Done: 3 charged", { timeout: 30_000 });
      await oneInvoiceEach(desk, events);
    },
    async kept() {
      await held.release();
      await search(page).fill(code);
      // A request in flight when the page closed has no known answer; none may be reported as failed or lost.
      await expect(
        queue.table.getByRole("cell", { name: /^(?:Unknown|Charged|Waiting|Sending)/ }),
      ).toHaveCount(3);
    },
  };
};

const pasting: Step = async (desk) => {
  const { page } = desk;
  await openQueue(desk);
  const word = `Pasted${desk.next()}`;
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or jump to" }).fill("paste");
  await page.getByRole("option", { name: "Paste visits" }).click();
  const dialog = page.getByRole("dialog", { name: "Paste visits" });
  const field = dialog.getByLabel("JSON");
  await field.fill(`{"half": "${word}`);
  return {
    words: [word],
    async resume() {
      await page.keyboard.type("-more");
      await expect(field).toHaveValue(`{"half": "${word}-more`);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    },
    kept: async () => undefined,
  };
};

export const queueSteps: Readonly<Record<string, Step>> = {
  "queue, filter typed": filtered,
  "queue, rows selected": selected,
  "queue, import in progress": importing,
  "queue, dry run asked": dryRun,
  "queue, retry running": retrying,
  "queue, paste dialog half typed": pasting,
};
