import { useEffectEvent, useLayoutEffect, type RefObject } from "react";

interface CellTyping {
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onInput: (event: Event) => void;
}

/** A key that only writes into its cell. Chords, and keys with a name, are for whoever listens above the grid, too. */
function isLetter({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isWritten = key.length === 1 || key === "Backspace" || key === "Delete";
  return isWritten && isText(target) && !ctrlKey && !metaKey && !altKey;
}

function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "text";
}

/**
 * Hears the keys of all cells on the frame itself, and lets those that only write go no further: for each of a key's
 * events React would ask all that stands above the cell, several times, and that costs more than to take the letter in,
 * to check its row and to draw it. `input` goes on to the form, which listens to it in the same way.
 */
export function useCellTyping(
  frame: RefObject<HTMLElement | null>,
  { onKeyDown, onInput }: CellTyping,
): void {
  const keyDown = useEffectEvent(onKeyDown);
  const input = useEffectEvent(onInput);
  // A plain effect comes after the paint: a key pressed in between would be lost.
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
