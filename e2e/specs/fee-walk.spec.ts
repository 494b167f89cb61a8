import fc from "fast-check";
import { expect, needs, signIn, test } from "#e2e/fixtures.ts";
import { numRuns, readWire, walk } from "#e2e/pages/walk.ts";
import { ServerProcess } from "#e2e/server-process.ts";
import { WireClient } from "#e2e/wire-client.ts";
import { go } from "#e2e/pages/go.ts";

needs("the clinic’s directory");

const two = (number: number) => String(number).padStart(2, "0");

test("a fee is saved as its dialog says", async ({ page }) => {
  test.setTimeout(30_000 + numRuns * 30_000);
  const server = new ServerProcess();
  await server.start();
  const wire = new WireClient(server.url);
  await wire.signIn("casey");
  await signIn(page, server.url);
  await go(page, "/directory?tab=fee");
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
        await dialog.getByRole("button", { name: "Cancel" }).click();
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
