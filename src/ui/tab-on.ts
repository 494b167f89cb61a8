const stops = "a,button,input,select,textarea,summary,[tabindex],[contenteditable]";

const isStop = (element: HTMLElement) =>
  element.tabIndex >= 0 && !element.matches(":disabled, [inert] *") && element.checkVisibility();

/** Moves the focus as Tab does, or with Shift. Only the browser can, from the key itself. */
export function tabOn(from: Element, isBack: boolean): void {
  const all = [...(from.closest("dialog") ?? document).querySelectorAll<HTMLElement>(stops)];
  // The body is none of them.
  const at = all.findIndex((element) => element === from);
  const next = isBack ? all.slice(0, Math.max(at, 0)).findLast(isStop) : all.slice(at + 1).find(isStop);
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}
