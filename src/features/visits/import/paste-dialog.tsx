import { useState } from "react";
import { Button } from "#room/ui/button.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextArea } from "#room/ui/text-field.tsx";
import type { ImportSource } from "./read-sources.ts";

export interface PasteDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onArrive: (sources: readonly ImportSource[]) => void;
}

/** Takes events as pasted JSON. */
export function PasteDialog({ isOpen, onClose, onArrive }: PasteDialogProps) {
  const [text, setText] = useState("");
  const take = () => {
    onArrive([{ name: "pasted text", blob: new Blob([text]) }]);
    setText("");
    onClose();
  };
  return (
    <Dialog
      title="Paste visits"
      isOpen={isOpen}
      startsInField
      onClose={onClose}
      width="wide"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" aria-disabled={text.trim() === ""} onClick={take}>
            Import
          </Button>
        </>
      }
    >
      <TextArea
        label="JSON"
        hint="One visit, a request body, a list of visits, or one visit per line."
        rows={12}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Dialog>
  );
}
