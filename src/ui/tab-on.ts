const stops = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]";

const isStop = (element: HTMLElement) =>
  element.tabIndex >= 0 &&
  !element.matches(":disabled, [inert] *") &&
  element.checkVisibility({ visibilityProperty: true });

/** Moves the focus as Tab does, or with Shift. Only the browser can, from the key itself. */
export function tabOn(from: Element, isBack: boolean): void {
  const where = from.closest("dialog") ?? document;
  const isAhead = (element: Element) =>
    (from.compareDocumentPosition(element) &
      (isBack ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING)) >
    0;
  const ahead = [...where.querySelectorAll<HTMLElement>(stops)].filter(isAhead);
  const next = isBack ? ahead.findLast(isStop) : ahead.find(isStop);
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}
