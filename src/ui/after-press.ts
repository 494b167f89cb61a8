let isPressed = false;
let waiting: (() => void)[] = [];

function released(): void {
  // The click of this press comes in the same task as its end.
  setTimeout(() => {
    isPressed = false;
    const due = waiting;
    waiting = [];
    for (const run of due) run();
  });
}

document.addEventListener("pointerdown", () => (isPressed = true), { capture: true });
document.addEventListener("pointerup", released, { capture: true });
document.addEventListener("pointercancel", released, { capture: true });

/**
 * Runs it at once, or, while a pointer is pressed, after the click that it makes. What a field says when it is left
 * would otherwise move what is being pressed from under the pointer, and the click would be nobody's.
 */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run);
  else run();
}
