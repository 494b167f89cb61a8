import { canHaveFocus } from "./use-kept-focus.ts";

/** Longer ago than this, the user has seen that the field is gone. */
const typesOnMs = 5000;

/** Keys that are part of typing and not letters themselves. */
const betweenLetters = /^(Shift|CapsLock|AltGraph|Dead|Process|Backspace)$/;

/** Whether the keys pressed there are text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !/^(button|checkbox|radio|submit|reset|file|range)$/.test(target.type);
  return (
    target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

/**
 * A field can be locked or removed under someone who is typing in it: another user took the visit over. What they type
 * on then is text, not commands or presses of the button that got the focus, until they move on by a click or another key.
 */
export function followTyping(signal: AbortSignal): void {
  let typed: { readonly field: HTMLElement; at: number } | undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isText) {
      if (!betweenLetters.test(event.key)) typed = undefined;
    } else if (target instanceof HTMLElement && isTyping(target)) {
      typed = { field: target, at: Date.now() };
    } else if (typed && !canHaveFocus(typed.field) && Date.now() - typed.at < typesOnMs) {
      typed.at = Date.now();
      event.preventDefault();
      event.stopPropagation();
    } else {
      typed = undefined;
    }
  };
  document.addEventListener("keydown", onKeyDown, { signal, capture: true });
  document.addEventListener("pointerdown", () => (typed = undefined), { signal, capture: true });
}
