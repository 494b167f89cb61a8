import { useState } from "react";
import { CodeField, type KnownCode } from "#room/features/codes/code-field.tsx";
import { Dialog } from "#room/ui/dialog.tsx";

interface InsertCodeProps {
  readonly initial: string;
  onInsert(text: string): void;
  onClose(): void;
}

export function InsertCode({ initial, onInsert, onClose }: InsertCodeProps) {
  const [typed, setTyped] = useState(initial);
  const [known, setKnown] = useState<KnownCode>();
  const take = ({ code, description }: KnownCode) => onInsert(`${code} ${description}`.trim());
  return (
    <Dialog
      startsInField
      losesTyped={false}
      title="Insert a diagnosis code"
      onClose={onClose}
      action={{ label: "Insert", run: () => known && take(known), isDisabled: !known }}
    >
      <CodeField value={typed} onChange={setTyped} onKnown={setKnown} onTake={take} />
    </Dialog>
  );
}
