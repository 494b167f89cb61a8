import { test as base } from "playwright/test";
import { expect, needs } from "#e2e/fixtures.ts";
import { hasFirefox, openFirefox } from "#e2e/other-browsers/firefox.ts";
import { Person } from "#e2e/other-browsers/other-browser.ts";
import { hasWebKit, openWebKit } from "#e2e/other-browsers/webkit.ts";
import { count } from "#e2e/pages/composer.ts";
import { passwordOf, ServerProcess } from "#e2e/server-process.ts";

needs("a server of ours");

const browsers = [
  { name: "Firefox", isThere: hasFirefox, open: openFirefox },
  { name: "WebKit", isThere: hasWebKit, open: openWebKit },
];

const guid = "b2".repeat(16);

for (const { name, isThere, open } of browsers) {
  base(`a day's work in ${name}`, async () => {
    base.skip(!isThere, `${name} is not installed`);
    base.setTimeout(180_000);
    const server = new ServerProcess();
    await server.start();
    const browser = await open();
    const person = new Person(browser);
    try {
      await base.step("sign in", async () => {
        await browser.goto(`${server.url}/sign-in`);
        await person.types("User name", "casey");
        await person.types("Password", passwordOf("casey"));
        await browser.press("Enter");
        await person.clicks("New visit charge");
      });
      await base.step("charge a visit", async () => {
        await person.sees(`document.querySelector('[name="visitCharged.charges.0.cpt"]')`);
        await person.types("visitCharged.practiceId", guid);
        await person.clicks("Add diagnosis");
        await person.types("visitCharged.diagnosis.0.icd10DiagCode", "J02.9");
        await browser.press("Tab");
        await person.types("visitCharged.charges.0.cpt", "99213");
        await browser.press("Tab");
        await person.types("visitCharged.charges.0.indicatedBy", "A");
        await browser.press("Tab");
        await person.types("visitCharged.charges.0.charge.amount", "120.10");
        await browser.press("Tab");
        await person.types("visitCharged.charges.0.charge.amount", "150");
        await browser.press("Tab");
        await person.sees(
          `document.querySelector('[name="visitCharged.charges.0.charge.amount"]').value.startsWith("150")`,
        );
        await browser.press("Enter", "Control");
        await person.sees(
          `/charged/i.test(document.querySelector('[role="status"][aria-label="Outcome"]')?.innerText ?? "") || document.querySelector('[role="dialog"], [role="alertdialog"]')`,
        );
        if (
          await browser.evaluate<boolean>(
            `Boolean(document.querySelector('[role="dialog"], [role="alertdialog"]'))`,
          )
        )
          await browser.press("Enter");
        await person.sees(
          `/charged/i.test(document.querySelector('[role="status"][aria-label="Outcome"]')?.innerText ?? "")`,
        );
      });
      await base.step("find the visit again by its address", async () => {
        const address = await browser.evaluate<string>("location.href");
        await browser.goto(address);
        await person.sees(`document.querySelector('[name="visitCharged.charges.0.cpt"]')?.value === "99213"`);
      });
      await base.step("write a message", async () => {
        await browser.goto(`${server.url}/messages/compose?to=robin@direct.example&subject=Claim`);
        await person.types("Message", "Please send the form.");
        await person.clicks("Send");
        await expect.poll(() => count(server.url, "Claim"), { timeout: 30_000 }).toBe(1);
      });
      await base.step("check a code", async () => {
        await browser.goto(`${server.url}/diagnosis`);
        await person.types("Code", "J02.9");
        await person.clicks("Verify");
        await person.reads("Acute pharyngitis, unspecified");
      });
      await base.step("lock, and unlock by the password", async () => {
        await person.clicks("Account");
        await person.clicks("Lock");
        await person.types("Password", passwordOf("casey"));
        await browser.press("Enter");
        await person.clicks("Verify");
        await person.reads("Acute pharyngitis, unspecified");
      });
      expect(browser.errors).toEqual([]);
    } finally {
      await browser.close();
      await server.dispose();
    }
  });
}
