import { type ReactNode, type RefObject, useRef, useState } from "react";
import { CheckedCode } from "#room/features/codes/checked-code.tsx";
import { codeIn } from "#room/features/codes/code-in.ts";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { Button } from "#room/ui/button.tsx";
import { closeThen } from "#room/ui/close-then.ts";
import { DiagnosisIcon } from "#room/ui/page-icons.tsx";
import styles from "./selected-code.module.css";
import type { TextPlace, WritingField } from "#room/features/messages/rich/writing-field.ts";
import { useSelectedCode } from "./use-selected-code.ts";

const InsertCode = lateDialog(async () => (await import("./insert-code.tsx")).InsertCode);

interface WrittenCodesProps {
  readonly field: RefObject<WritingField | null>;
  /** What else can be inserted. */
  readonly others: ReactNode;
  readonly children: ReactNode;
}

/** Wraps a message's text: a code selected in it is checked, and a code found is inserted. */
export function WrittenCodes({ field, others, children }: WrittenCodesProps) {
  const part = useRef<HTMLDivElement>(null);
  const code = useSelectedCode(part);
  const [place, setPlace] = useState<TextPlace>();
  // The dialog restores focus to the field, but not the caret.
  const leave = (then: () => void) => closeThen(() => setPlace(undefined), then);
  return (
    <div ref={part} className={styles.written}>
      {children}
      <div className={`row ${styles.bar}`}>
        <Button
          look="quiet"
          icon={<DiagnosisIcon size={14} />}
          // Keeps the selection in the text while the button is pressed.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => setPlace(field.current?.place())}
        >
          Insert a code
        </Button>
        {others}
        <div role="status" className={styles.answer}>
          {code === undefined ? null : <CheckedCode code={code} />}
        </div>
      </div>
      {place ? (
        <InsertCode
          initial={codeIn(place.selected) ?? ""}
          onInsert={(text) => leave(() => place.insert(text))}
          onClose={() => leave(() => place.returnTo())}
        />
      ) : null}
    </div>
  );
}
