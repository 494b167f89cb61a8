/** After text, longer ago than this, the user has seen that the field is gone. */
const afterTextMs = 5000;
/** After what may have locked the field on purpose: a chord that submits, or the button of a dialog over it. */
const afterSubmitMs = 2000;

/** Keys that are part of typing and not letters themselves. */
const betweenLetters = /^(Shift|CapsLock|AltGraph|Dead|Process|Backspace|Control|Alt|Meta)$/;

export type Key = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">;

/**
 * A field can be locked or removed under someone who is typing in it: they submitted the visit, or it was taken over.
 * What they type on then is text, not commands or presses of the button that got the focus, until they
 * pause or move on by a click or another key.
 */
export function createTypedOn<Field>(canHaveFocus: (field: Field) => boolean) {
  let typed: { readonly field: Field; readonly until: number } | undefined;
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
      } else if (key === "Enter" && field === undefined) {
        typed &&= { ...typed, until: now + afterSubmitMs };
      } else {
        typed = undefined;
      }
      return "command";
    },
  };
}
