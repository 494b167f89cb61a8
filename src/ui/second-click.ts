import { isSecondHalf, type Press } from "./double-click.ts";

/** Marks the element around an overlay, with its backdrop. */
export const overlayMark = { "data-overlay": "" };

function pressOf(event: PointerEvent): Press<Element> {
  const { target, clientX: x, clientY: y, timeStamp: at } = event;
  const overlay = target instanceof Element ? target.closest("[data-overlay]") : null;
  return { at, x, y, overlay: overlay ?? undefined };
}

let last: Press<Element> | undefined;
let isSwallowed = false;

/**
 * A double click on a button that opens or closes a dialog: its second click must neither press what now lies under the
 * pointer, nor close the dialog, nor select its text.
 */
function swallow(event: Event): void {
  if (event instanceof PointerEvent && event.type === "pointerdown") {
    const press = pressOf(event);
    isSwallowed = isSecondHalf(last, press);
    last = press;
  }
  if (!isSwallowed || (event instanceof MouseEvent && event.detail === 0 && event.type === "click")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "dblclick"])
  globalThis.addEventListener(type, swallow, { capture: true });
