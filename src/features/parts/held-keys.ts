import { useLayoutEffect } from "react";
import { tabOn } from "#room/ui/tab-on.ts";
import { isTyping } from "#room/ui/typed-on.ts";

const held: (KeyboardEvent | MouseEvent)[] = [];
let waits = 0;

/** By the lock, whose fields are not those that the keys are meant for. */
export const isCovered = () => document.documentElement.dataset["covered"] === "true";

function hold(event: KeyboardEvent | MouseEvent): void {
  if (!event.isTrusted || isCovered()) return;
  const isOfDialog = event.target instanceof Element && event.target.closest("dialog") !== null;
  if (event instanceof KeyboardEvent) {
    // The one that locks the page never waits; what is pressed after the others keeps its order.
    if (event.code === "KeyL" && event.altKey && (event.ctrlKey || event.metaKey)) return;
    // The dialog that says what is awaited has keys of its own, until something is typed for what comes.
    const isOwn = held.length === 0 ? !/^\S$/.test(event.key) : event.key === "Escape" || event.key === "Tab";
    if (isOfDialog && isOwn) return;
  } else if (isOfDialog) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  // The second click of a double click was not for what comes.
  if (event.type === "keydown" || (event.type === "click" && event.detail < 2)) held.push(event);
}

/** What other native keys do goes on: it cannot be done later. Text in a field, such as the palette’s, is for that. */
function holdTyped(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || isTyping(event.target)) return;
  if (key.length === 1 || /^(?:Enter|Backspace|Tab)$/.test(key)) hold(event);
}

const heldTypes = ["keydown", "pointerdown", "mousedown", "pointerup", "mouseup", "click"] as const;

/**
 * While something that was asked for loads, keys and clicks go neither to the page nor to its commands; of a page, which
 * can be left, only what is typed. Returns how to stop.
 */
export function holdKeys(what: "everything" | "typed" = "everything"): () => void {
  waits += 1;
  if (what === "typed") addEventListener("keydown", holdTyped, { capture: true });
  else for (const type of heldTypes) addEventListener(type, hold, { capture: true });
  return () => {
    waits -= 1;
    if (waits > 0) return;
    removeEventListener("keydown", holdTyped, { capture: true });
    for (const type of heldTypes) removeEventListener(type, hold, { capture: true });
  };
}

/** What the keys were meant for is no longer wanted. */
export function forgetKeys(): void {
  held.length = 0;
}

const nextFrame = () => new Promise(requestAnimationFrame);

/** Longer than a dialog needs to close, with what it asks of the service; a person notices that keys still wait. */
const longestMs = 2000;

/** What has gone meanwhile is in nobody's way: what was typed after it is for what came in its place. */
const isReachable = ({ target }: Event) => target instanceof Element && !target.closest("[inert]");

const isReachableClick = (event: Event) => event.type === "click" && isReachable(event);

/** Waits while a dialog that closes is still in front of what was clicked, unless something in the dialog is clicked. */
async function waitUntilReachable(event: MouseEvent): Promise<void> {
  const end = performance.now() + longestMs;
  while (!isReachable(event) && performance.now() < end && !held.some(isReachableClick)) await nextFrame();
}

/** Presses what was held, in its order, where the focus is once what was loaded is drawn and has taken it. */
export async function pressHeldKeys(): Promise<void> {
  if (isCovered()) forgetKeys();
  if (held.length === 0 || waits > 0) return;
  const stop = holdKeys();
  await nextFrame();
  await nextFrame();
  // If one of them asked for something else that loads, the others are for that.
  const takeNext = () => (waits > 1 ? undefined : held.shift());
  let hasPressed = false;
  for (let next = takeNext(); next; next = takeNext()) {
    const isLetter = next instanceof KeyboardEvent && next.key.length === 1;
    if (next instanceof KeyboardEvent) press(next);
    else {
      if (hasPressed) await waitUntilReachable(next);
      if (isReachable(next)) click(next);
      // What was typed after the click was for what was clicked.
      else while (held[0] && !isReachableClick(held[0])) held.shift();
    }
    hasPressed = true;
    // A rich text reads a letter in a microtask of its own; what other keys and clicks do may be drawn later, such as a dialog
    // that closes and returns the focus. After the last one nothing is held any longer: the focus may already have been moved.
    if (held.length > 0) await (isLetter ? undefined : nextFrame());
  }
  stop();
}

/** While the component is shown, keys wait for what comes in its place. */
export function useHeldKeys(what?: Parameters<typeof holdKeys>[0]): void {
  useLayoutEffect(() => {
    const stop = holdKeys(what);
    return () => {
      stop();
      void pressHeldKeys();
    };
    // What is held at the start is held to the end.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}

function click(event: MouseEvent): void {
  const { target } = event;
  if (target instanceof HTMLElement) target.focus();
  target?.dispatchEvent(new MouseEvent("click", event));
}

function press(event: KeyboardEvent): void {
  const { activeElement } = document;
  const target = activeElement ?? document.body;
  const { key, ctrlKey, metaKey, altKey } = event;
  // Its properties are those of another one like it.
  if (!target.dispatchEvent(new KeyboardEvent("keydown", event)) || ctrlKey || metaKey || altKey) return;
  if (key === "Tab") return tabOn(target, event.shiftKey);
  // Counts as typing, unlike a value that is set: the field's own listeners and its undo know of it.
  if (isTyping(target)) {
    if (key.length === 1) document.execCommand("insertText", false, key);
    else if (key === "Backspace") document.execCommand("delete");
  } else if ((key === "Enter" || key === " ") && target instanceof HTMLElement) target.click();
}
