let isPressed = false;
let waiting: (() => void)[] = [];

function released(): void {
  // The click of this press happens in the same task as its end.
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
 * Runs immediately or, while a pointer is down, after its click. Otherwise a message shown on leaving a field could
 * move the pressed control from under the pointer, and the click would be lost.
 */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run);
  else run();
}
