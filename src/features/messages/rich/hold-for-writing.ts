import { holdKeys, isCovered, pressHeldKeys } from "#room/features/parts/held-keys.ts";

/** Only the browser can paste: such a key is never held. */
function letPaste(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v") event.stopImmediatePropagation();
}

/** What is pressed from now on comes after what the message waits for, sending it too. Returns how to go on. */
export function holdForWriting(): () => Promise<void> {
  addEventListener("keydown", letPaste, { capture: true });
  const letGo = holdKeys();
  return () => {
    removeEventListener("keydown", letPaste, { capture: true });
    letGo();
    return pressHeldKeys();
  };
}

/** A locked page has lost its focus, and what was held for it would be forgotten. */
export async function whenUncovered(): Promise<void> {
  if (!isCovered()) return;
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (isCovered()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.documentElement, { attributeFilter: ["data-covered"] });
  });
}
