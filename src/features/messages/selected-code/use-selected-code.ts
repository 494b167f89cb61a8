import { useEffect, useState, type RefObject } from "react";
import { codeIn } from "#room/features/codes/code-in.ts";

/** The text selected in a part of the page: in one of its fields or in its content. */
function selectedIn(part: HTMLElement | null): string {
  const active = document.activeElement;
  if (!part) return "";
  if (active instanceof HTMLTextAreaElement && part.contains(active)) {
    return active.value.slice(active.selectionStart, active.selectionEnd);
  }
  const selection = document.getSelection();
  return selection && part.contains(selection.anchorNode) ? selection.toString() : "";
}

/** The diagnosis code selected in a part of the page: in its text, its fields or a message's frame. */
export function useSelectedCode(part: RefObject<HTMLElement | null>): string | undefined {
  const [code, setCode] = useState<string>();
  useEffect(() => {
    const listening = new Set<Document>();
    const read = () => {
      const framed = [...listening].map((inner) => inner.getSelection()?.toString() ?? "");
      setCode([selectedIn(part.current), ...framed].map(codeIn).find((one) => one !== undefined));
    };
    // The press that starts a selection in a message's frame also focuses the frame.
    const listenToFrames = () => {
      for (const frame of part.current?.querySelectorAll("iframe") ?? []) {
        const inner = frame.contentDocument;
        if (!inner || listening.has(inner)) continue;
        listening.add(inner);
        inner.addEventListener("selectionchange", read);
      }
      read();
    };
    document.addEventListener("selectionchange", read);
    window.addEventListener("blur", listenToFrames);
    return () => {
      document.removeEventListener("selectionchange", read);
      window.removeEventListener("blur", listenToFrames);
      for (const inner of listening) inner.removeEventListener("selectionchange", read);
    };
  }, [part]);
  return code;
}
