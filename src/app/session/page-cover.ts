import { putAside, type PutAside } from "./put-aside.ts";

/** What had the focus when the page was covered, to put it back just so. */
interface Place {
  element: HTMLElement;
  /** Where the caret stood in it. */
  selectAgain?: () => void;
}

const hostId = "cover";
let place: Place | undefined;
let aside: PutAside | undefined;
let isCovered = false;

/** The element that the box over the page is drawn into; it stands beside the page, not in it. */
export function coverHost(): HTMLElement {
  const found = document.getElementById(hostId);
  if (found) return found;
  const host = document.createElement("div");
  host.id = hostId;
  // React Aria leaves what is marked so alone: its dialogs neither hide it nor pull the focus out of it.
  host.dataset["reactAriaTopLayer"] = "true";
  // Keys typed into the box are the box's alone: the page's commands listen on the document.
  for (const type of keyEvents) host.addEventListener(type, (event) => event.stopPropagation());
  document.body.append(host);
  return host;
}

/**
 * Takes all of the page out of the document at once: from the eye, from the printer, from screen readers, from the
 * keyboard and from whoever reads the document. It stays as it is, with dialogs and half-typed text.
 */
export function coverPage(): void {
  if (isCovered) return;
  isCovered = true;
  place = placeOf(document.activeElement);
  for (const type of pageEvents) globalThis.addEventListener(type, swallowFromPage, true);
  coverHost();
  document.documentElement.dataset["covered"] = "true";
  document.body.addEventListener("focusin", keepInCover);
  // While it can still be swallowed that the focus goes.
  place?.element.blur();
  aside = putAside(pageParts());
  hideParts();
  observer.observe(document.body, { childList: true });
}

export function uncoverPage(): void {
  if (!isCovered) return;
  observer.disconnect();
  document.body.removeEventListener("focusin", keepInCover);
  delete document.documentElement.dataset["covered"];
  for (const child of madeInert) child.inert = false;
  madeInert.clear();
  aside?.putBack(coverHost());
  aside = undefined;
  restore(place);
  place = undefined;
  isCovered = false;
  for (const type of pageEvents) globalThis.removeEventListener(type, swallowFromPage, true);
}

const keyEvents = ["keydown", "keyup"] as const;
const pageEvents = [
  "focus",
  "blur",
  "focusin",
  "focusout",
  "scroll",
  "selectionchange",
  ...keyEvents,
] as const;

/**
 * The page never learns that the focus left it: a half-typed cell is neither taken over nor thrown away. Nor does it
 * hear keys that go to nothing, such as Ctrl+K while no field has the focus.
 */
function swallowFromPage(event: Event): void {
  if (event.target instanceof Node && !coverHost().contains(event.target)) event.stopImmediatePropagation();
}

function keepInCover(event: Event): void {
  if (event.target instanceof Node && !coverHost().contains(event.target))
    coverHost().querySelector("input")?.focus();
}

/** What others add to the document while it is covered, such as a browser's extension, is out of reach too. */
const observer = new MutationObserver(hideParts);

const madeInert = new Set<HTMLElement>();

function hideParts(): void {
  for (const child of pageParts()) {
    if (child.inert) continue;
    child.inert = true;
    madeInert.add(child);
  }
}

function pageParts(): HTMLElement[] {
  return [...document.body.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && child.id !== hostId,
  );
}

function placeOf(element: Element | null): Place | undefined {
  if (!(element instanceof HTMLElement) || element === document.body) return undefined;
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    const { selectionStart: start, selectionEnd: end, selectionDirection: direction } = element;
    if (start !== null && end !== null)
      return { element, selectAgain: () => element.setSelectionRange(start, end, direction ?? "none") };
  }
  const selection = document.getSelection();
  if (!element.isContentEditable || !selection?.anchorNode || !selection.focusNode) return { element };
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  return {
    element,
    selectAgain: () => selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset),
  };
}

function restore(back: Place | undefined): void {
  if (!back?.element.isConnected) return;
  back.element.focus({ preventScroll: true });
  back.selectAgain?.();
}
