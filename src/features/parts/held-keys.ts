import { isTyping } from "#room/ui/typed-on.ts";

const held: KeyboardEvent[] = [];

/** By the lock, whose fields are not those that the keys are meant for. */
const isCovered = () => document.documentElement.dataset["covered"] === "true";

function hold(event: KeyboardEvent): void {
  if (!event.isTrusted || isCovered()) return;
  // The one that locks the page never waits; what is pressed after the others keeps its order.
  if (event.code === "KeyL" && event.altKey && (event.ctrlKey || event.metaKey)) return;
  // Of the dialog that says what is awaited, keys other than letters are its own.
  const isOfDialog = event.target instanceof Element && event.target.closest("dialog") !== null;
  if (isOfDialog && !/^\S$/.test(event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(event);
}

/** While something that was asked for loads, keys go neither to the page nor to its commands. Returns how to stop. */
export function holdKeys(): () => void {
  addEventListener("keydown", hold, { capture: true });
  return () => removeEventListener("keydown", hold, { capture: true });
}

/** What the keys were meant for is no longer wanted. */
export function forgetKeys(): void {
  held.length = 0;
}

const nextFrame = () => new Promise(requestAnimationFrame);

/** Presses the held keys, one after the other, where the focus is once what was loaded is drawn and has taken it. */
export async function pressHeldKeys(): Promise<void> {
  if (isCovered()) forgetKeys();
  if (held.length === 0) return;
  const stop = holdKeys();
  await nextFrame();
  await nextFrame();
  for (let key = held.shift(); key; key = held.shift()) {
    // What a key other than a letter does may be drawn later, such as a dialog that closes and returns the focus.
    press(key);
    if (key.key.length > 1) await nextFrame();
  }
  stop();
}

function press(event: KeyboardEvent): void {
  const { activeElement } = document;
  const target = activeElement ?? document.body;
  const { key, ctrlKey, metaKey, altKey } = event;
  // Its properties are those of another one like it.
  if (!target.dispatchEvent(new KeyboardEvent("keydown", event)) || ctrlKey || metaKey || altKey) return;
  // Counts as typing, unlike a value that is set: the field's own listeners and its undo know of it.
  if (isTyping(target)) {
    if (key.length === 1) document.execCommand("insertText", false, key);
    else if (key === "Backspace") document.execCommand("delete");
  } else if ((key === "Enter" || key === " ") && target instanceof HTMLElement) target.click();
}
