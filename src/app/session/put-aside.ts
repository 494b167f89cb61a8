/** Where everything stood that was taken out of the document. */
export interface PutAside {
  /** Puts it back just so, before `mark`. */
  putBack: (mark: Element) => void;
}

interface Scrolled {
  readonly element: Element;
  readonly top: number;
  readonly left: number;
}

/**
 * Takes parts of the page out of the document. Their text is then found by nothing that reads the document; React goes
 * on writing into them, and fields keep what is typed. The browser forgets how far they were scrolled; we do not.
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
      // Menus and lists that are open place themselves anew.
      if (sizeOfWindow() !== size) dispatchEvent(new Event("resize"));
    },
  };
}

function sizeOfWindow(): string {
  return `${String(innerWidth)} ${String(innerHeight)}`;
}

/** Nothing was scrolled, for whoever listens: a menu would close. The events come before the next frame is drawn. */
function scrollBack(scrolled: readonly Scrolled[]): void {
  const stop = new AbortController();
  const swallow = (event: Event) => event.stopImmediatePropagation();
  globalThis.addEventListener("scroll", swallow, { capture: true, signal: stop.signal });
  requestAnimationFrame(() => stop.abort());
  for (const { element, top, left } of scrolled) element.scrollTo({ top, left, behavior: "instant" });
}

/**
 * What is outside the document has no size, and a list that heard so would take its rows down. So nobody hears the
 * size of an element there; back in the document it is told anew. Called once, before anything is drawn.
 */
export function tellSizesInDocumentOnly(): void {
  globalThis.ResizeObserver = class extends ResizeObserver {
    constructor(callback: ResizeObserverCallback) {
      super((entries, observer) => {
        const inDocument = entries.filter(({ target }) => target.isConnected);
        if (inDocument.length > 0) callback(inDocument, observer);
      });
    }
  };
}
