import fc from "fast-check";
import type { Locator, Page } from "playwright/test";
import { expect, needs, signIn, test } from "#e2e/fixtures.ts";
import { cell, field, newVisit, saved } from "#e2e/pages/editor.ts";
import { numRuns, readWire, walk } from "#e2e/pages/walk.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { buildGuid } from "#room/testing/builders.ts";

needs("a server of ours");

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
  "Tab Control+z Control+Shift+z",
  "click",
  "dblclick",
  "reload",
];

interface Shown {
  readonly text: string;
  readonly isFault: boolean;
}

function shown(input: Locator): Promise<Shown> {
  return input.evaluate((field: HTMLInputElement) => ({
    text: field.value,
    isFault: field.getAttribute("aria-invalid") === "true",
  }));
}

/** A field and its member of the request say the same, and one that is not what it should be is marked as a fault. */
function agree(what: string, { text, isFault }: Shown, read: string, isRight: boolean): void {
  expect({ text, isFault: isFault || isRight }, what).toEqual({ text: read, isFault: true });
}

const isName = (id: unknown) => id === undefined || id === "" || Object.values(names).includes(String(id));
const isNumber = (value: unknown) => value === undefined || typeof value === "number";
const nameOf = (id: unknown) =>
  Object.entries(names).find(([, each]) => each === id)?.[0] ?? String(id ?? "");

interface Payment {
  readonly paymentType?: string;
  readonly amount?: { readonly amount?: unknown };
}
interface Line {
  readonly modifier?: readonly string[];
  readonly indicatedBy?: readonly { readonly icd10DiagCode?: string }[];
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
      readonly diagnosis?: readonly { readonly icd10DiagCode?: string }[];
      readonly payments?: readonly Payment[];
    };
  };
}

/** What would be sent now. */
async function requestOf(page: Page): Promise<Request["AutoChargedEvent"]["visitCharged"]> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Technical details (JSON)…" }).click();
  const text = await page.getByRole("dialog").locator("pre").innerText();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  // Our own request, as its page shows it.
  return (JSON.parse(text) as Request).AutoChargedEvent.visitCharged;
}

function amountText(value: unknown): string {
  if (typeof value !== "number") return String(value ?? "");
  const usual = value.toFixed(2);
  return Number(usual) === value ? usual : String(value);
}

/** The screen, the saved draft and the request say the same, or a field says what is wrong with it. */
async function sameStory(page: Page): Promise<void> {
  const { practiceId, createdOn, charges = [], diagnosis = [], payments = [] } = await requestOf(page);
  const date = await shown(field(page, "visitCharged.createdOn"));
  const time = await shown(page.getByLabel("Time", { exact: true }));
  const read = readWire(createdOn);
  if (read) expect({ date: date.text, time: time.text }, `createdOn ${createdOn}`).toEqual(read);
  else {
    // A part that cannot be read is a fault, and stays as it was typed; the other part is what it was.
    const [day = "", hour = "", typed = ""] = (createdOn ?? "").split("\n");
    agree(
      `date of ${createdOn}`,
      date,
      readWire(day)?.date ?? day,
      day !== "" && readWire(day) !== undefined,
    );
    const clock = hour === "" ? typed : (readWire(`2026-11-02T${hour}`)?.time ?? hour);
    agree(`time of ${createdOn}`, time, clock, typed === "");
  }
  const practice = await shown(field(page, "visitCharged.practiceId"));
  agree("practice", practice, nameOf(practiceId), isName(practiceId));
  const rows = await page.locator('[name$=".cpt"]').count();
  for (let row = 0; row < rows; row += 1) {
    const { cpt = "", quantity, payerId, charge, modifier = [], indicatedBy = [] } = charges[row] ?? {};
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
    agree(`line ${row}, modifiers`, await at("modifier"), modifier.join(" "), true);
    // Letters of the visit's diagnoses; words that are none are a fault.
    const links = await at("indicatedBy");
    if (links.isFault) continue;
    const codes = links.text
      .split(" ")
      .filter(Boolean)
      .map((letter) => diagnosis["ABCDEF".indexOf(letter)]);
    expect(codes, `line ${row}, diagnoses`).toEqual(indicatedBy);
  }
  for (const [row, { icd10DiagCode = "" }] of diagnosis.entries()) {
    const code = await shown(field(page, `visitCharged.diagnosis.${row}.icd10DiagCode`));
    agree(`diagnosis ${row}`, code, icd10DiagCode, true);
  }
  for (const [row, { paymentType = "", amount }] of payments.entries()) {
    const at = (member: string) => shown(field(page, `visitCharged.payments.${row}.${member}`));
    agree(`payment ${row}, type`, await at("paymentType"), paymentType, true);
    // Beside an amount it stays, and the checks say so.
    if (/^\$?\d[\d.,]*$/.test(paymentType))
      await expect(page.getByText(`“${paymentType}” is an amount`).first()).toBeVisible();
    const read = amountText(amount?.amount);
    agree(`payment ${row}, amount`, await at("amount.amount"), read, isNumber(amount?.amount));
  }
}

/** In the middle of a word. A visit that nothing was typed in is not kept. */
async function reloaded(page: Page): Promise<void> {
  if (page.url().endsWith("/new")) return;
  await page.reload();
  await expect(page.getByLabel("Time", { exact: true })).toBeVisible();
}

test("whatever is typed, the request is what the screen says", async ({ page }) => {
  test.setTimeout(30_000 + numRuns * 60_000);
  const server = new ServerProcess();
  await server.start();
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  await wire.call("saveDirectory", { version: 0, entries });
  await signIn(page, server.url);
  const targets: Readonly<Record<string, readonly string[]>> = {
    "visitCharged.practiceId": ["nor", "South", "nowhere", ""],
    "visitCharged.createdOn": [
      "11/2/26",
      "11/20/2026",
      "11/19",
      "13/45/2026",
      "today",
      "",
      "11/18/2026 2:30 pm",
    ],
    time: ["9p", "noon", "after lunch", "21:30", "12 am", "00:00:00", "9:1", ""],
    "0.cpt": ["99213", "v3", "87880", "strep", ""],
    "0.quantity": ["2", "1.5", "two", "0", "1e3", "-1", ""],
    "0.charge.amount": ["120", "$1,234.50", "128,50", "12 50", "12.345", "$-5", "１２", "free", ""],
    "0.modifier": ["25", "abcde", "25 59", "xs,59", ""],
    "0.indicatedBy": ["A", "j029", "ab", "sore throat", "zz", ""],
    "visitCharged.diagnosis.0.icd10DiagCode": ["j029", "sore throat", "cough", "r05", ""],
    "visitCharged.payments.0.paymentType": ["co", "Check 12", "25", "$1,025.50", "check", ""],
    "visitCharged.payments.0.amount.amount": ["25", "12 50", "1,200.50", "1e3", "-5", ""],
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
          const adds = /\.(diagnosis|payments)\.0/.exec(target)?.[1];
          if (adds && (await input.count()) === 0)
            await page.keyboard.press(adds === "payments" ? "Alt+p" : "Alt+g");
          if ((await input.count()) === 0 || (await input.isDisabled())) return;
          // A list that is open over the field is left first, as a person would.
          const leave = () => page.getByRole("heading", { name: "Visit", exact: true }).click();
          await input.click({ timeout: 1500 }).catch(() => leave().then(() => input.click()));
          if (way === "dblclick") await input.dblclick();
          // In a grid this would take all its lines.
          const isCell = (await input.getAttribute("data-row")) !== null;
          if (!isCell || way === "dblclick") await page.keyboard.press("Control+a");
          await page.keyboard.press("Delete");
          await page.keyboard.type(typed);
          if (way === "reload") return reloaded(page);
          if (!way.endsWith("click")) for (const key of way.split(" ")) await page.keyboard.press(key);
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
  await server.dispose();
});
