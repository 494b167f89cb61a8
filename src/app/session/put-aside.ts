/** Where the removed parts of the document were. */
export interface PutAside {
  putBack: (mark: Element) => void;
}

interface Scrolled {
  readonly element: Element;
  readonly top: number;
  readonly left: number;
}

/**
 * Removes parts of the page from the document, so that nothing reading the document finds their text. React keeps
 * updating them, and fields keep what is typed. The browser forgets scroll positions, so they are saved.
 */
export function putAside(parts: readonly HTMLElement[]): PutAside {
  const within = [document.documentElement, document.body];
  const all = [...within, ...parts.flatMap((part) => [part, ...part.querySelectorAll("*")])];
  const scrolled = all.flatMap((element): Scrolled[] => {
    const { scrollTop: top, scrollLeft: left } = element;
    return top === 0 && left === 0 ? [] : [{ element, top, left }];
  });
  const size = sizeOfWindow();
  for (const part of parts) part.remove();
  return {
    putBack(mark) {
      mark.before(...parts);
      scrollBack(scrolled);
      // Open menus and lists reposition themselves.
      if (sizeOfWindow() !== size) dispatchEvent(new Event("resize"));
    },
  };
}

function sizeOfWindow(): string {
  return `${String(innerWidth)} ${String(innerHeight)}`;
}

/** Hides the scroll events from listeners: a menu would close. They fire before the next frame. */
function scrollBack(scrolled: readonly Scrolled[]): void {
  const stop = new AbortController();
  const swallow = (event: Event) => event.stopImmediatePropagation();
  globalThis.addEventListener("scroll", swallow, { capture: true, signal: stop.signal });
  requestAnimationFrame(() => stop.abort());
  for (const { element, top, left } of scrolled) element.scrollTo({ top, left, behavior: "instant" });
}
