import { useEffect, useState } from "react";
import type { ImportSource } from "./import-source.ts";

function sourcesOf(files: Iterable<File>): ImportSource[] {
  return [...files].map((file) => ({ name: file.name, blob: file }));
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input,textarea,select,[contenteditable]") !== null;
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") === true;
}

/**
 * Imports files dropped anywhere on the page and JSON pasted outside a field. Returns whether files are being dragged
 * over the page.
 */
export function useArrivals(onArrive: (sources: readonly ImportSource[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const on = <K extends keyof DocumentEventMap>(name: K, listen: (event: DocumentEventMap[K]) => void) =>
      document.addEventListener(name, listen, { signal: stop.signal });
    on("dragover", (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    });
    on("dragleave", (event) => {
      // Leaving the window has no related target.
      if (event.relatedTarget === null) setOver(false);
    });
    on("drop", (event) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      onArrive(sourcesOf(event.dataTransfer?.files ?? []));
    });
    on("paste", (event) => {
      if (isTyping(event.target) || document.querySelector("[role=dialog],[role=alertdialog]")) return;
      const files = sourcesOf(event.clipboardData?.files ?? []);
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (files.length === 0 && !/^\s*[[{]/.test(text)) return;
      event.preventDefault();
      onArrive(files.length > 0 ? files : [{ name: "pasted text", blob: new Blob([text]) }]);
    });
    return () => stop.abort();
  }, [onArrive]);
  return isOver;
}
