import { useRef } from "react";
import { Button } from "./button.tsx";
import { ImportIcon } from "./page-icons.tsx";

interface PickFileProps {
  readonly label: string;
  readonly fieldName: string;
  readonly accept: string;
  readonly isMultiple?: boolean;
  readonly onPick: (files: readonly File[]) => void;
}

export function PickFile({ label, fieldName, accept, isMultiple = false, onPick }: PickFileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={fieldName}
        hidden
        accept={accept}
        multiple={isMultiple}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // So that the same file can be chosen again.
          event.target.value = "";
          onPick(files);
        }}
      />
      <Button icon={<ImportIcon />} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
