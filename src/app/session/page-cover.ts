import { canHaveFocus, FocusTrail, isFocusNowhere } from "#room/ui/use-kept-focus.ts";
import { lastTyped } from "#room/ui/typed-on.ts";
import { putAside, type PutAside } from "./put-aside.ts";

interface Place {
  element: HTMLElement;
  selectAgain?: () => void;
}

const hostId = "cover";
let place: Place | undefined;
let aside: PutAside | undefined;
let isCovered = false;
let stopSwallowing = () => {};
/** A menu's item is gone with its menu, whose button is still there. */
const lately = new FocusTrail();

/** The element the dialog over the page is rendered into; it is beside the page, not in it. */
export function coverHost(): HTMLElement {
  const found = document.getElementById(hostId);
  if (found) return found;
  const host = document.createElement("div");
  host.id = hostId;
  // React Aria leaves marked elements alone: its dialogs neither hide it nor take its focus.
  host.dataset["reactAriaTopLayer"] = "true";
  // Keys typed into the dialog must not reach the page's commands, which listen on the document.
  for (const type of keyEvents) host.addEventListener(type, (event) => event.stopPropagation());
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLElement && !host.contains(target)) lately.add(target);
  });
  document.body.append(host);
  return host;
}

/**
 * Removes the whole page from the document immediately: from view, print, screen readers, the keyboard and scripts
 * reading the document. It stays intact, with dialogs and half-typed text.
 */
export function coverPage(): void {
  if (isCovered) return;
  isCovered = true;
  stopSwallowing = swallowTypedOn(lastTyped());
  place = placeOf(document.activeElement);
  for (const type of pageEvents) globalThis.addEventListener(type, swallowFromPage, true);
  coverHost();
  document.documentElement.dataset["covered"] = "true";
  document.body.addEventListener("focusin", keepInCover);
  // While the blur can still be swallowed.
  place?.element.blur();
  aside = putAside(pageParts());
  hideParts();
  observer.observe(document.body, { childList: true });
}

export function uncoverPage(): void {
  if (!isCovered) return;
  stopSwallowing();
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
 * The page does not notice that it lost the focus: a half-typed cell is neither committed nor discarded. It also does
 * not hear keys while nothing has the focus, such as Ctrl+K.
 */
function swallowFromPage(event: Event): void {
  if (event.target instanceof Node && !coverHost().contains(event.target)) event.stopImmediatePropagation();
}

/** Between two letters of somebody who types on without having seen the cover. */
const betweenLettersMs = 400;
const atMostMs = 1500;

/** What is still typed for the page must not end up in the password. Returns a function that stops it. */
function swallowTypedOn(typedAt: number): () => void {
  const stop = new AbortController();
  const end = Date.now() + atMostMs;
  let last = typedAt;
  const onKeyDown = (event: KeyboardEvent) => {
    const now = Date.now();
    if (event.key.length > 1 || now - last > betweenLettersMs || now > end) return stop.abort();
    last = now;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  globalThis.addEventListener("keydown", onKeyDown, { capture: true, signal: stop.signal });
  return () => stop.abort();
}

function keepInCover(event: Event): void {
  if (event.target instanceof Node && !coverHost().contains(event.target))
    coverHost().querySelector("input")?.focus();
}

/** Elements added to the covered document by others, such as browser extensions, are made inaccessible too. */
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
  if (back?.element.isConnected) {
    back.element.focus({ preventScroll: true });
    back.selectAgain?.();
  }
  // What closes meanwhile, such as the menu the page was locked from, first returns the focus itself.
  requestAnimationFrame(() => {
    if (isFocusNowhere()) lately.findLast(canHaveFocus)?.focus({ preventScroll: true });
  });
}
