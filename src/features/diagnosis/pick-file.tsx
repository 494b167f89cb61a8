import { useRef } from "react";
import { Button } from "#room/ui/button.tsx";
import { ImportIcon } from "#room/ui/icons.tsx";

interface PickFileProps {
  readonly label: string;
  /** What the file field is called by a screen reader. */
  readonly fieldName: string;
  readonly accept: string;
  readonly onPick: (file: File | undefined) => void;
}

/** A button that opens the browser's choice of a file. */
export function PickFile({ label, fieldName, accept, onPick }: PickFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={fieldName}
        hidden
        accept={accept}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // So that the same file can be chosen again.
          event.target.value = "";
          onPick(file);
        }}
      />
      <Button icon={<ImportIcon />} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
