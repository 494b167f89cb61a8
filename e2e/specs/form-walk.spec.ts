import fc from "fast-check";
import type { Locator, Page } from "playwright/test";
import { expect, signIn, test } from "#e2e/fixtures.ts";
import { cell, field, newVisit, saved } from "#e2e/pages/editor.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { buildGuid } from "#room/testing/builders.ts";

/** WALK_RUNS=40 walks further and WALK_SEED=random elsewhere; a failure's report names its seed. */
const { WALK_RUNS = "4", WALK_SEED = "20261123" } = process.env;
const numRuns = Number(WALK_RUNS);
const seed = WALK_SEED === "random" ? Date.now() % 2 ** 31 : Number(WALK_SEED);
const walk = { numRuns, seed, endOnFailure: true, includeErrorInReport: true };

const names = {
  North: buildGuid(14, 1),
  South: buildGuid(14, 2),
  "Harbor Mutual": buildGuid(12, 1),
  "Harbor Health": buildGuid(12, 2),
};
const usd = (amount: number) => ({ currency: "USD", amount });
const entries = [
  { kind: "practice" as const, id: names.North, name: "North" },
  { kind: "practice" as const, id: names.South, name: "South" },
  { kind: "payer" as const, id: names["Harbor Mutual"], name: "Harbor Mutual" },
  { kind: "payer" as const, id: names["Harbor Health"], name: "Harbor Health" },
  { kind: "fee" as const, id: buildGuid(13, 1), code: "99213", amount: usd(92.4), shortName: "v3" },
  {
    kind: "fee" as const,
    id: buildGuid(13, 2),
    code: "99213",
    amount: usd(110),
    activeFrom: "2026-11-15",
    practiceId: names.North,
  },
];

/** How hands go on from a field. */
const ways = [
  "Tab",
  "Enter",
  "Shift+Tab",
  "ArrowDown Enter",
  "Escape",
  "Control+z",
  "Tab Control+z",
  "click",
];

interface Shown {
  readonly text: string;
  readonly isFault: boolean;
}

async function shown(input: Locator): Promise<Shown> {
  const isFault = (await input.getAttribute("aria-invalid")) === "true";
  return { text: await input.inputValue(), isFault };
}

/** A field and its member of the request say the same, and one that is not what it should be is marked as a fault. */
function agree(what: string, { text, isFault }: Shown, read: string, isRight: boolean): void {
  expect({ text, isFault: isFault || isRight }, what).toEqual({ text: read, isFault: true });
}

const isName = (id: unknown) => id === undefined || id === "" || Object.values(names).includes(String(id));
const isNumber = (value: unknown) => value === undefined || typeof value === "number";
const nameOf = (id: unknown) =>
  Object.entries(names).find(([, each]) => each === id)?.[0] ?? String(id ?? "");
const two = (number: number) => String(number).padStart(2, "0");

/** A date and time of the wire as the page's two fields show them; undefined if it is none. */
function readWire(text: unknown): { readonly date: string; readonly time: string } | undefined {
  if (text === undefined || text === "") return { date: "", time: "" };
  const [, year, month, day, hour, minute] =
    /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):\d\d)?$/.exec(String(text)) ?? [];
  if (year === undefined) return undefined;
  const hours = Number(hour);
  const time = `${hours % 12 || 12}:${minute} ${hours < 12 ? "AM" : "PM"}`;
  return { date: `${month}/${day}/${year}`, time: hour === undefined ? "" : time };
}

interface Line {
  readonly cpt?: string;
  readonly quantity?: unknown;
  readonly payerId?: string;
  readonly charge?: { readonly amount?: unknown };
}
interface Request {
  readonly AutoChargedEvent: {
    readonly visitCharged: {
      readonly practiceId?: string;
      readonly createdOn?: string;
      readonly charges?: readonly Line[];
    };
  };
}

/** What would be sent now. */
async function requestOf(page: Page): Promise<Request["AutoChargedEvent"]["visitCharged"]> {
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "View what is sent" }).click();
  const text = await page.getByRole("dialog").locator("pre").innerText();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  // Our own request, as its page shows it.
  return (JSON.parse(text) as Request).AutoChargedEvent.visitCharged;
}

const amountText = (value: unknown) => (typeof value === "number" ? value.toFixed(2) : String(value ?? ""));

/** The screen, the saved draft and the request say the same, or a field says what is wrong with it. */
async function sameStory(page: Page): Promise<void> {
  const { practiceId, createdOn, charges = [] } = await requestOf(page);
  const date = await shown(field(page, "visitCharged.createdOn"));
  const time = await shown(page.getByLabel("Time", { exact: true }));
  const read = readWire(createdOn);
  if (read) expect({ date: date.text, time: time.text }, `createdOn ${createdOn}`).toEqual(read);
  else expect([date.isFault, time.isFault], `createdOn ${createdOn}`).toContain(true);
  const practice = await shown(field(page, "visitCharged.practiceId"));
  agree("practice", practice, nameOf(practiceId), isName(practiceId));
  const rows = await page.locator('[name$=".cpt"]').count();
  for (let row = 0; row < rows; row += 1) {
    const { cpt = "", quantity, payerId, charge } = charges[row] ?? {};
    const at = (member: string) => shown(cell(page, row, member));
    agree(`line ${row}, code`, await at("cpt"), cpt, true);
    agree(
      `line ${row}, amount`,
      await at("charge.amount"),
      amountText(charge?.amount),
      isNumber(charge?.amount),
    );
    // What a line that nobody typed in begins with is not sent.
    if (!charges[row]) continue;
    agree(`line ${row}, payer`, await at("payerId"), nameOf(payerId), isName(payerId));
    agree(`line ${row}, units`, await at("quantity"), String(quantity ?? ""), isNumber(quantity));
  }
}

test("whatever is typed, the request is what the screen says", async ({ browser }) => {
  test.setTimeout(30_000 + numRuns * 60_000);
  const server = new ServerProcess();
  await server.start();
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  await wire.call("saveDirectory", { version: 0, entries });
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await signIn(page, server.url);
  const targets: Readonly<Record<string, readonly string[]>> = {
    "visitCharged.practiceId": ["nor", "South", "nowhere", ""],
    "visitCharged.createdOn": ["11/2/2026", "11/20/2026", "11/19", "13/45/2026", "today", "", "20261120"],
    time: ["9p", "noon", "after lunch", "21:30", "12 am", "9:1", ""],
    "0.cpt": ["99213", "v3", "87880", "strep", ""],
    "0.quantity": ["2", "1.5", "two", ""],
    "0.charge.amount": ["120", "$1,234.50", "128,50", "free", ""],
    "0.payerId": ["harbor m", "Harbor Health", "harb", ""],
    "1.cpt": ["99213", "36415", ""],
    "1.charge.amount": ["10", ""],
  };
  const step = fc.constantFrom(...Object.keys(targets)).chain((target) =>
    fc.record({
      target: fc.constant(target),
      typed: fc.constantFrom(...(targets[target] ?? [])),
      way: fc.constantFrom(...ways),
    }),
  );
  const locate = (target: string) => {
    if (target === "time") return page.getByLabel("Time", { exact: true });
    const [, row, member = ""] = /^(\d)\.(.+)$/.exec(target) ?? [];
    return row === undefined ? field(page, target) : cell(page, Number(row), member);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 12 }), async (steps) => {
      await newVisit(page);
      for (const { target, typed, way } of steps) {
        await test.step(`${target}: ${typed || "nothing"}, ${way}`, async () => {
          const input = locate(target);
          if ((await input.count()) === 0 || (await input.isDisabled())) return;
          await input.click();
          await page.keyboard.press("Control+a");
          await page.keyboard.press("Delete");
          await page.keyboard.type(typed);
          for (const key of way.split(" ")) if (key !== "click") await page.keyboard.press(key);
        });
      }
      await page.getByRole("heading", { name: "Visit", exact: true }).click();
      await sameStory(page);
      if (await page.locator('[data-save="saved"]').isHidden()) return;
      await saved(page);
      await page.reload();
      await expect(page.getByLabel("Time", { exact: true })).toBeVisible();
      await sameStory(page);
    }),
    walk,
  );
  await context.close();
  await server.dispose();
});

test("a fee is saved as its dialog says", async ({ page }) => {
  test.setTimeout(30_000 + numRuns * 30_000);
  const server = new ServerProcess();
  await server.start();
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  await signIn(page, server.url);
  await page.goto(`${server.url}/directory?tab=fee`);
  const dialog = page.getByRole("dialog");
  const dates = ["1/2/2027", "01/03/2027", "11/22", "2027-01-04", "13/45/2027", "soon", ""];
  const targets: Readonly<Record<string, readonly string[]>> = {
    "Active from": dates,
    "Active to": [...dates, "12/31/2027"],
    "Amount per unit": ["128", "$1,128.50", "128,50", "free", ""],
    Code: ["99213", "j1100", ""],
  };
  const step = fc.constantFrom(...Object.keys(targets)).chain((label) =>
    fc.record({
      label: fc.constant(label),
      typed: fc.constantFrom(...(targets[label] ?? [])),
      way: fc.constantFrom("Tab", "Shift+Tab", "Tab Tab", "stay"),
    }),
  );
  const usual = [
    { label: "Code", typed: "99213", way: "Tab" },
    { label: "Amount per unit", typed: "128", way: "Tab" },
  ];
  let made = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
      const name = `Fee ${(made += 1)}`;
      await page.getByRole("button", { name: "Add fee" }).click();
      await dialog.getByLabel("Description").fill(name);
      for (const { label, typed, way } of [...usual, ...steps])
        await test.step(`${label}: ${typed || "nothing"}, ${way}`, async () => {
          await dialog.getByLabel(label, { exact: true }).click();
          await page.keyboard.press("Control+a");
          await page.keyboard.press("Delete");
          await page.keyboard.type(typed);
          for (const key of way.split(" ")) if (key !== "stay") await page.keyboard.press(key);
        });
      // One press, wherever the cursor is.
      const box = await dialog.getByRole("button", { name: "Save" }).boundingBox();
      await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
      const toast = page.getByText(`${name} saved`, { exact: true });
      await expect(toast.or(dialog.locator("[aria-invalid=true]").first())).toBeVisible();
      if (await dialog.isVisible()) {
        await expect(dialog.locator("[aria-invalid=true]").first()).toBeVisible();
        await expect(dialog).not.toContainText("Invalid input");
        await page.keyboard.press("Escape");
        await expect(dialog).toBeHidden();
        return;
      }
      const { entries: all } = await wire.call("listDirectory", {});
      const fee = all.find((entry) => entry.name === name);
      await page
        .getByRole("row", { name: new RegExp(`${name}\\b`) })
        .getByRole("button")
        .first()
        .click();
      const texts = Object.keys(targets).map((label) =>
        dialog.getByLabel(label, { exact: true }).inputValue(),
      );
      const [from, to, amount, code] = await Promise.all(texts);
      const last = (label: string) =>
        [...usual, ...steps].findLast((each) => each.label === label)?.typed ?? "";
      expect({ from, to }).toEqual({
        from: readWire(fee?.activeFrom ?? "")?.date,
        to: readWire(fee?.activeTo ?? "")?.date,
      });
      expect(amount).toBe(fee?.amount?.amount.toFixed(2));
      expect(Number(amount)).toBe(Number(last("Amount per unit").replaceAll(/[$,]/g, "")));
      expect(code).toBe(last("Code").toUpperCase());
      const asTyped = (typed: string) => {
        const [month = "", day = "", year] = typed.split("/");
        if (typed.includes("-")) return typed;
        return typed === "" ? "" : `${year ?? "2026"}-${two(Number(month))}-${two(Number(day))}`;
      };
      const day = { from: asTyped(last("Active from")), to: asTyped(last("Active to")) };
      expect({ from: fee?.activeFrom ?? "", to: fee?.activeTo ?? "" }).toEqual(day);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
    }),
    { ...walk, numRuns: numRuns * 2 },
  );
  await server.dispose();
});
