import { canHaveFocus } from "./use-kept-focus.ts";
import { createTypedOn } from "./typed-on-rule.ts";

/** Whether the keys pressed there are text. */
export function isTyping(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !/^(button|checkbox|radio|submit|reset|file|range)$/.test(target.type);
  return (
    target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}

let textAt = 0;

/** When text was last typed into a field of the page. */
export const lastTyped = () => textAt;

let forget = () => {};

/**
 * The field is gone because its writer was done with it, such as a message sent or the next visit taken: what is pressed
 * next are commands.
 */
export const typingIsOver = () => forget();

/** Keeps text that is typed on into a field that is gone from running commands (`typed-on-rule.ts`). */
export function followTyping(signal: AbortSignal): void {
  const rule = createTypedOn<HTMLElement>(canHaveFocus);
  const onKeyDown = (event: KeyboardEvent) => {
    const field = isTyping(event.target) ? event.target : undefined;
    if (field && event.key.length === 1) textAt = Date.now();
    if (rule.receive(event, field, Date.now()) === "command") return;
    event.preventDefault();
    event.stopPropagation();
  };
  forget = () => rule.forget();
  document.addEventListener("keydown", onKeyDown, { signal, capture: true });
  document.addEventListener("pointerdown", () => rule.forget(), { signal, capture: true });
}
