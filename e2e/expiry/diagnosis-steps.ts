import { expect } from "#e2e/fixtures.ts";
import { year2025 } from "#room/server/codes/test-code-files.ts";
import { hold } from "./queue-steps.ts";
import { begin, clickAtOnce, type Desk, type Step } from "./step.ts";

const verifyRoute = "**/DiagnosisVerifyRequest";

async function open(desk: Desk, search = ""): Promise<void> {
  await begin(desk, `/diagnosis${search}`);
  await expect(desk.page.getByRole("heading", { name: "Codes", level: 1 })).toBeVisible();
}

const lookUp: Step = async (desk) => {
  const { page } = desk;
  await open(desk);
  const code = page.getByLabel("Code", { exact: true });
  await code.click();
  await code.pressSequentially("sore thr");
  const first = page.getByRole("listbox", { name: "Codes found" }).getByRole("option").first();
  await expect(first).toBeVisible();
  await expect(page).toHaveURL(/code=/);
  await expect(first).toHaveAttribute("aria-selected", "true");
  const result = page.getByRole("region", { name: "Result" });
  return {
    words: ["sore thr"],
    async resume() {
      await expect(first).toHaveAttribute("aria-selected", "true");
      await page.keyboard.press("Enter");
      await expect(result).toContainText("Valid");
    },
    action: () => page.keyboard.press("Enter"),
    done: () => expect(result).toContainText("Valid"),
    kept: async () => undefined,
  };
};

/** Codes that no other step has requested, so that none is answered from the cache. */
function newCodes({ next }: Desk, count: number): string[] {
  return Array.from(
    { length: count },
    () => `M${String(10 + (next() % 80))}.${String(next()).padStart(4, "0").slice(-4)}`,
  );
}

/** The batch is saved without any indication; another tab reads what is on disk. */
async function batchSaved({ page, server }: Desk, text: string): Promise<void> {
  const other = await page.context().newPage();
  await expect(async () => {
    await other.goto(`${server.url}/diagnosis?tab=batch`);
    await expect(other.getByLabel("Codes")).toHaveValue(text, { timeout: 2000 });
  }).toPass();
  await other.close();
}

const batchTyped: Step = async (desk) => {
  const { page } = desk;
  await open(desk, "?tab=batch");
  const codes = newCodes(desk, 2);
  const field = page.getByLabel("Codes");
  await field.fill(codes.join("\n"));
  await page.keyboard.press("End");
  await page.keyboard.type("\nR05.");
  return {
    words: codes,
    async resume() {
      await page.keyboard.type("9");
      await expect(field).toHaveValue([...codes, "R05.9"].join("\n"));
    },
    action: () => clickAtOnce(page.getByRole("button", { name: "Verify" })),
    done: () => expect(page.getByText(/of 3 are valid and billable/)).toBeVisible(),
    saved: () => batchSaved(desk, [...codes, "R05."].join("\n")),
    async kept() {
      await open(desk, "?tab=batch");
      await expect(field).toHaveValue([...codes, "R05."].join("\n"));
    },
  };
};

const batchRunning: Step = async (desk) => {
  const { page } = desk;
  await open(desk, "?tab=batch");
  const codes = newCodes(desk, 40);
  await page.getByLabel("Codes").fill(codes.join("\n"));
  const held = await hold(page, verifyRoute);
  await page.getByRole("button", { name: "Verify" }).click();
  await held.isHeld;
  return {
    words: codes.slice(0, 3),
    isMoving: true,
    async resume() {
      await held.release();
      await expect(page.getByText(/of 40 are valid and billable/)).toBeVisible({ timeout: 30_000 });
      await expect(page.getByRole("table", { name: "Results" })).not.toContainText(/session|sign in/i);
    },
    saved: () => batchSaved(desk, codes.join("\n")),
    async kept() {
      await held.release();
      await open(desk, "?tab=batch");
      await expect(page.getByLabel("Codes")).toHaveValue(codes.join("\n"));
    },
  };
};

const setChosen: Step = async (desk) => {
  const { page } = desk;
  await open(desk, "?tab=sets");
  await page
    .getByLabel("Official files")
    .setInputFiles({ name: year2025.name, mimeType: "text/plain", buffer: Buffer.from(year2025.bytes) });
  const change = page.getByText("It has 13 codes");
  await expect(change).toBeVisible();
  await page.getByLabel("Fiscal year").fill("20");
  return {
    words: ["It has 13 codes"],
    async resume() {
      await expect(change).toBeVisible();
      await page.keyboard.type("25");
      await expect(page.getByLabel("Fiscal year")).toHaveValue("2025");
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(change).toBeHidden();
    },
    async kept() {
      await open(desk, "?tab=sets");
      await expect(page.getByRole("table", { name: "Code sets" })).toBeVisible();
      await expect(page.getByRole("table", { name: "Code sets" })).not.toContainText("FY2025");
    },
  };
};

export const diagnosisSteps: Readonly<Record<string, Step>> = {
  "diagnosis, words half typed": lookUp,
  "diagnosis, batch half typed": batchTyped,
  "diagnosis, batch running": batchRunning,
  "diagnosis, code set chosen": setChosen,
};
