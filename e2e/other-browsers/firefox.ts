import { existsSync } from "node:fs";
import { launch } from "puppeteer-core";
import type { OtherBrowser } from "./other-browser.ts";

const program = process.env["FIREFOX_PATH"] ?? "/usr/bin/firefox-esr";

export const hasFirefox = existsSync(program);

/** Debian's Firefox, over WebDriver BiDi. */
export async function openFirefox(): Promise<OtherBrowser> {
  const browser = await launch({
    browser: "firefox",
    executablePath: program,
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
    // No requests outside this machine.
    extraPrefsFirefox: {
      "network.proxy.type": 0,
      "network.captive-portal-service.enabled": false,
      "network.connectivity-service.enabled": false,
      "app.update.disabledForTesting": true,
      "signon.rememberSignons": false,
    },
  });
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  // Leaves even if the page asks whether to leave.
  page.on("dialog", (dialog) => void dialog.accept());
  page.on("pageerror", (error) => errors.push(String(error)));
  return {
    errors,
    goto: async (url) => void (await page.goto(url)),
    // The caller states the expression's type.
    evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: async (key, modifier) => {
      if (modifier) await page.keyboard.down(modifier);
      await page.keyboard.press(key);
      if (modifier) await page.keyboard.up(modifier);
    },
    close: () => browser.close(),
  };
}
