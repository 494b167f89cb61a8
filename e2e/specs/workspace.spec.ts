import type { Page } from "playwright/test";
import { buildEvent } from "#room/testing/builders.ts";
import { expect, signIn, test } from "#e2e/fixtures.ts";
import { passwordOf } from "#e2e/server-process.ts";
import { go } from "#e2e/pages/go.ts";

/** Everything this origin stores on the machine, as one text: IndexedDB with keys and bytes, and both web storages. */
async function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const latin = new TextDecoder("latin1");
    const show = (_key: string, value: unknown) =>
      value instanceof Uint8Array ? latin.decode(value) : value;
    let text = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.title]);
    for (const { name = "" } of await indexedDB.databases()) {
      text += name;
      const db = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.addEventListener("success", () => resolve(request.result));
      });
      for (const store of db.objectStoreNames) {
        const tx = db.transaction(store);
        const [keys, values] = [tx.objectStore(store).getAllKeys(), tx.objectStore(store).getAll()];
        await new Promise((resolve) => tx.addEventListener("complete", resolve));
        text += JSON.stringify(keys.result) + JSON.stringify(values.result, show);
      }
      db.close();
    }
    return text;
  });
}

async function importEvents(page: Page, events: readonly unknown[]): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles({
    name: "events.ndjson",
    mimeType: "application/x-ndjson",
    buffer: Buffer.from(events.map((event) => JSON.stringify(event)).join("\n")),
  });
}

function rowOf(page: Page, visitId: string) {
  const short = `${visitId.slice(0, 4)}…${visitId.slice(-4)}`;
  return page.getByRole("row").filter({ hasText: short });
}

test("storage shows no work outside; a reload restores the draft", async ({ page, server }) => {
  await signIn(page, server.url);
  const event = buildEvent({ charges: 3 });
  await importEvents(page, [event]);
  await expect(rowOf(page, event.visitCharged.visitId)).toBeVisible();
  await go(page, `/visits/${event.eventId}`);
  const field = page.locator('[name="visitCharged.createdId"]');
  await field.fill("Jane Roe was here");
  await expect(page.getByText(/Saved \d+ s ago|Saved just now/)).toBeVisible();
  await expect.poll(async () => (await everythingKept(page)).length).toBeGreaterThan(500);
  const kept = await everythingKept(page);
  const cookies = await page.context().cookies();
  const secrets = cookies.map(({ value }) => value).filter((value) => value.length > 8);
  const plain = [
    event.eventId,
    event.visitCharged.visitId,
    "Jane Roe",
    "casey",
    passwordOf("casey"),
    "99213",
    "visitCharged",
  ];
  for (const word of [...plain, ...secrets]) {
    const isAddress = word === event.eventId;
    // The page's own address contains the eventId, which is not patient data; storage must not.
    expect(isAddress ? kept.replaceAll(page.url(), "") : kept).not.toContain(word);
  }
  await page.reload();
  await expect(field).toHaveValue("Jane Roe was here");
});

test("after sign-out the key is gone, yet work returns", async ({ page, server }) => {
  await signIn(page, server.url, "robin");
  const event = buildEvent({ charges: 1 });
  await importEvents(page, [event]);
  await expect(rowOf(page, event.visitCharged.visitId)).toBeVisible();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/sign-in/);
  await signIn(page, server.url, "alex");
  await expect(page.getByRole("button", { name: "Import" }).first()).toBeVisible();
  await expect(rowOf(page, event.visitCharged.visitId)).toHaveCount(0);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/sign-in/);
  await signIn(page, server.url, "robin");
  await expect(rowOf(page, event.visitCharged.visitId)).toBeVisible();
});
