import { type ClipboardEvent, type DragEvent, useState } from "react";

/** Files dropped on a form or pasted into it. */
export function useFileDrop(add: (files: File[]) => void) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes("Files")) return;
      event.preventDefault();
      setDraggedOver(true);
    },
    onDragLeave: () => setDraggedOver(false),
    onDrop(event: DragEvent) {
      setDraggedOver(false);
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      add([...event.dataTransfer.files]);
    },
    onPaste(event: ClipboardEvent) {
      if (event.clipboardData.files.length === 0 || event.defaultPrevented) return;
      // Otherwise the browser would insert a pasted picture into the text.
      event.preventDefault();
      add([...event.clipboardData.files]);
    },
  };
  return { isDraggedOver, handlers };
}
