import type { Page } from "playwright/test";

/** What a tab says of itself in the moment in which it stops. */
export interface LastWords {
  /** What stood in the field after each key, and how long before the end. Milliseconds. */
  readonly typed: readonly { readonly text: string; readonly age: number }[];
  /** How late the machine was: how much longer than it should a timer with a small write took at worst. */
  readonly late: number;
}

/**
 * Kills the tab so many milliseconds from now. It stops dead by its own clock and runs nothing more from that moment on;
 * then its process is ended. So what was typed how long before is exact on a busy machine too.
 */
export async function killAfter(page: Page, fieldName: string, afterMs: number): Promise<LastWords> {
  // A tab that has stopped could not be attached to any more.
  const session = await page.context().newCDPSession(page);
  let hear: (words: LastWords) => void = () => undefined;
  const words = new Promise<LastWords>((resolve) => (hear = resolve));
  await page.exposeFunction("lastWords", (said: LastWords) => hear(said));
  await page.evaluate(
    ({ fieldName, afterMs }) => {
      const typed: { text: string; at: number }[] = [];
      const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${fieldName}"]`);
      field?.addEventListener("input", () => typed.push({ text: field.value, at: performance.now() }));
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
  // Its answer comes from nobody.
  session.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
  return said;
}
