import { useEffectEvent, useLayoutEffect, type RefObject } from "react";

interface CellTyping {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onInput: (event: Event) => void;
}

/** A key that only types into its cell. Chords and named keys are also for listeners above the grid. */
function isLetter({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isWritten = key.length === 1 || key === "Backspace" || key === "Delete";
  return isWritten && isText(target) && !ctrlKey && !metaKey && !altKey;
}

function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "text";
}

/**
 * Listens on the frame itself, and stops events of keys that only type: React would otherwise dispatch each of a key's
 * events through all ancestors, which costs more than processing, checking and rendering the character. `input`
 * continues to the form, which listens the same way.
 */
export function useCellTyping(
  frame: RefObject<HTMLElement | null>,
  { onKeyDown, onInput }: CellTyping,
): void {
  const keyDown = useEffectEvent(onKeyDown);
  const input = useEffectEvent(onInput);
  // A passive effect runs after paint: a key pressed in between would be lost.
  useLayoutEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const endHere = (event: Event) => {
      if (isText(event.target)) event.stopPropagation();
    };
    frame.current?.addEventListener(
      "keydown",
      (event) => {
        keyDown(event);
        if (isLetter(event)) event.stopPropagation();
      },
      { signal },
    );
    frame.current?.addEventListener("input", (event) => input(event), { signal });
    for (const type of ["keypress", "textInput", "keyup"])
      frame.current?.addEventListener(type, endHere, { signal });
    return () => stop.abort();
  }, [frame]);
}
