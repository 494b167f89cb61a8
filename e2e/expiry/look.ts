import { expect } from "#e2e/fixtures.ts";
import type { Page } from "playwright/test";

/** The state of the page: what has the focus, what is typed, how far it is scrolled, what is open over it. */
export async function lookOf(page: Page) {
  return page.evaluate(() => {
    const inPage = <E extends Element>(selector: string) =>
      [...document.querySelectorAll<E>(selector)].filter((element) => !element.closest("#cover"));
    const nameOf = (element: Element) =>
      [element.tagName, element.getAttribute("name"), element.getAttribute("aria-label")].join(" ");
    const active = document.activeElement;
    const selection = document.getSelection();
    const fields = inPage<HTMLInputElement>("input, textarea, select");
    return {
      address: location.href,
      // The heading has it where nothing else did.
      focus: active && active !== document.body && active.tagName !== "H1" ? nameOf(active) : "",
      caret:
        active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement
          ? [active.selectionStart, active.selectionEnd]
          : active instanceof HTMLElement && active.isContentEditable
            ? [selection?.anchorNode?.textContent, selection?.anchorOffset, selection?.focusOffset]
            : [],
      typed: fields.map((field) => `${nameOf(field)}: ${field.value} ${field.checked}`),
      written: inPage<HTMLElement>("[contenteditable]").map((element) => element.innerHTML),
      scrolled: inPage<HTMLElement>("*")
        .filter(({ scrollTop, scrollLeft }) => scrollTop > 0 || scrollLeft > 0)
        .map((element) => [nameOf(element), element.scrollTop, element.scrollLeft]),
      letters: inPage<HTMLIFrameElement>("iframe").map((frame) => frame.contentDocument?.body.textContent),
      open: inPage("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]").map(
        (element) => `${element.getAttribute("role")} ${nameOf(element)}`,
      ),
    };
  });
}

/** Waits until the page is stable, and returns its state. */
export async function settledLookOf(page: Page) {
  let before = await lookOf(page);
  await expect(async () => {
    const now = await lookOf(page);
    const was = before;
    before = now;
    expect(now).toEqual(was);
  }).toPass({ intervals: [120] });
  return before;
}

/** Neither visible text nor the accessibility tree contains any of the words, nor do the title and the address. */
export async function expectUnseen(page: Page, words: readonly string[]): Promise<void> {
  const seen = [
    await page.locator("body").ariaSnapshot(),
    await page.locator("body").innerText(),
    await page.title(),
  ].join("\n");
  for (const word of words) expect(seen).not.toContain(word);
}

/** The document itself, as developer tools and extensions read it, contains none of the words, nor does any field. */
async function expectGone(page: Page, words: readonly string[]): Promise<void> {
  const held = await page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement>("input, textarea, select");
    const frames = [...document.querySelectorAll("iframe")].map(
      (frame) => frame.contentDocument?.documentElement.outerHTML,
    );
    const typed = [...fields].map((field) => field.value);
    return [document.documentElement.outerHTML, ...typed, ...frames].join("\n");
  });
  for (const word of words) expect(held).not.toContain(word);
}

/** Every point of the covered page shows the cover. */
export async function expectCovered(page: Page, words: readonly string[]): Promise<void> {
  const holes = await page.evaluate(() => {
    const places = [0.02, 0.25, 0.5, 0.75, 0.98];
    return places.flatMap((across) =>
      places.flatMap((down) => {
        const there = document.elementFromPoint(innerWidth * across, innerHeight * down);
        return there === null || there.closest("#cover") || there === document.documentElement
          ? []
          : [there.outerHTML.slice(0, 120)];
      }),
    );
  });
  expect(holes.filter((html) => !html.startsWith("<body"))).toEqual([]);
  await expectGone(page, words);
  await expectUnseen(page, words);
}
