import { canHaveFocus } from "./use-kept-focus.ts";

/** After text, longer ago than this, the user has seen that the field is gone. */
const afterTextMs = 5000;
/** After what may have locked the field on purpose: a chord that submits, or the button of a dialog over it. */
const afterSubmitMs = 2000;

/** Keys that are part of typing and not letters themselves. */
const betweenLetters = /^(Shift|CapsLock|AltGraph|Dead|Process|Backspace|Control|Alt|Meta)$/;

type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/**
 * A field can be locked or removed under someone who is typing in it: they submitted the visit, or it was taken over.
 * What they type on then is text, not commands or presses of the button that got the focus, until they
 * pause or move on by a click or another key.
 */
export function createTypedOn<Field>(canHaveFocus: (field: Field) => boolean) {
  /** `isLeft`: by Tab, and the field that it led to may be gone as well. */
  let typed: { readonly field: Field; readonly until: number; readonly isLeft?: true } | undefined;
  return {
    forget: () => (typed = undefined),
    /** `field` is what the key goes to, if that takes text. */
    receive(
      { key, ctrlKey, metaKey, altKey }: Key,
      field: Field | undefined,
      now: number,
    ): "command" | "typed on" {
      if (betweenLetters.test(key)) return "command";
      const isGone =
        field === undefined && typed !== undefined && now < typed.until && !canHaveFocus(typed.field);
      const isChord = ctrlKey || metaKey || altKey;
      if (key.length === 1 && !isChord) {
        if (field !== undefined) typed = { field, until: now + afterTextMs };
        else if (!isGone) typed = undefined;
        else {
          typed = typed && { ...typed, until: Math.max(typed.until, now + afterSubmitMs) };
          return "typed on";
        }
      } else if ((isChord || key === "Delete") && field !== undefined) {
        // Delete may remove the line with its field.
        typed = { field, until: now + afterSubmitMs };
      } else if (key === "Tab" && field !== undefined) {
        typed = { field, until: now + afterTextMs, isLeft: true };
      } else if (key === "Enter" && field === undefined) {
        typed = typed?.isLeft ? undefined : typed && { ...typed, until: now + afterSubmitMs };
      } else {
        typed = undefined;
      }
      return "command";
    },
  };
}

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

/** Keeps text that is typed on into a field that is gone from running commands. */
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
