import type { Page } from "playwright/test";

/** What a tab reports at the moment it stops. */
export interface LastWords {
  /** The field's text after each key, and how long before the end. Milliseconds. */
  readonly typed: readonly { readonly text: string; readonly age: number }[];
  /** The machine's worst delay: how much later than due a timer with a small write ran. */
  readonly late: number;
}

/**
 * Kills the tab in that many milliseconds. It stops by its own clock and runs nothing after that; then its process is
 * ended. So the age of each key is exact even on a busy machine.
 */
export async function killAfter(page: Page, fieldName: string, afterMs: number): Promise<LastWords> {
  // Attaching would no longer work once the tab has stopped.
  const session = await page.context().newCDPSession(page);
  let receive: (words: LastWords) => void = () => undefined;
  const words = new Promise<LastWords>((resolve) => (receive = resolve));
  await page.exposeFunction("lastWords", (said: LastWords) => receive(said));
  await page.evaluate(
    ({ fieldName, afterMs }) => {
      const typed: { text: string; at: number }[] = [];
      const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${fieldName}"]`);
      const note = () => typed.push({ text: field?.value ?? "", at: performance.now() });
      // On a busy machine keys arrive before this runs, and perhaps none after it.
      note();
      field?.addEventListener("input", note);
      const spans: { at: number; ms: number }[] = [];
      let begun = performance.now();
      const span = () => ({ at: performance.now(), ms: performance.now() - begun - 10 });
      const opening = indexedDB.open("how-late");
      opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore("s"));
      const turn = () => {
        begun = performance.now();
        setTimeout(() => {
          const write = opening.result.transaction("s", "readwrite", { durability: "strict" });
          write.objectStore("s").put(begun, "k");
          write.addEventListener("complete", () => {
            spans.push(span());
            turn();
          });
        }, 10);
      };
      opening.addEventListener("success", turn);
      setTimeout(() => {
        const end = performance.now();
        const late = Math.max(...[...spans, span()].filter(({ at }) => end - at < 1000).map(({ ms }) => ms));
        // The function exposed above.
        const { lastWords } = globalThis as unknown as { lastWords: (words: LastWords) => void };
        lastWords({ typed: typed.map(({ text, at }) => ({ text, age: end - at })), late });
        for (;;);
      }, afterMs);
    },
    { fieldName, afterMs },
  );
  const said = await words;
  const crashed = page.waitForEvent("crash");
  // The crashed page never answers.
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
  return said;
}
