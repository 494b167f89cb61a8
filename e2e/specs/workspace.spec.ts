import type { Page } from "playwright/test";
import { buildEvent } from "#room/testing/builders.ts";
import { expect, signIn, test } from "#e2e/fixtures.ts";
import { count, mailboxGoesAway, send, sendNow, write } from "#e2e/pages/composer.ts";
import { addressOf, passwordOf } from "#e2e/server-process.ts";
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

test("signing out asks about what has not left yet", async ({ page, server }) => {
  await signIn(page, server.url);
  const signOut = async () => {
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  };
  const question = page.getByRole("alertdialog", { name: "1 message isn’t sent yet" });
  const leaveAnyway = async () => {
    await signOut();
    await expect(question).toContainText(`“Going home” to ${addressOf("robin")}`);
    await question.getByRole("button", { name: "Stay" }).click();
    await signOut();
    await question.getByRole("button", { name: "Sign out anyway" }).click();
  };
  const leaveLocked = async () => {
    await page.keyboard.press("Control+Alt+l");
    await page.getByRole("button", { name: "Not casey? Use another account" }).click();
  };
  await go(page, "/messages/compose");
  await write(page, { subject: "Going home" });
  for (const leave of [leaveAnyway, leaveLocked]) {
    await send(page).click();
    await expect(page.getByText(/Sends in/)).toBeVisible();
    await leave();
    await expect(page.getByText("Not everything is confirmed as sent")).toBeVisible();
    await signIn(page, server.url);
    await page.getByRole("button", { name: "Don’t send" }).click();
    await expect(page.getByLabel("Subject")).toHaveValue("Going home");
  }
  await page.context().setOffline(true);
  await send(page).click();
  await sendNow(page).click();
  await signOut();
  await expect(question).toContainText("Sending goes on as soon as it can be.");
  await expect(question.getByRole("button", { name: "Send now and sign out" })).toBeHidden();
  await page.context().setOffline(false);
  await expect(page.getByRole("alertdialog", { name: "Everything is sent now" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();

  await signIn(page, server.url);
  await go(page, "/messages/compose");
  await write(page, { subject: "At closing time" });
  await send(page).click();
  await signOut();
  await page.getByRole("button", { name: "Send now and sign out" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  expect(await count(server.url, "At closing time")).toBe(1);

  await signIn(page, server.url);
  await go(page, "/messages/compose");
  await mailboxGoesAway(page);
  await write(page, { to: "nobody@direct.example", subject: "Refused at the door" });
  await send(page).click();
  await signOut();
  await page.getByRole("button", { name: "Send now and sign out" }).click();
  await expect(page.getByRole("alertdialog", { name: "Not everything was sent" })).toBeVisible();
  await page.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByRole("button", { name: "Account" })).toBeVisible();
});
