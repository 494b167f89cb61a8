import { useRef } from "react";
import { Button } from "#room/ui/button.tsx";
import { ImportIcon } from "#room/ui/page-icons.tsx";
import { useCommands } from "#room/ui/commands.ts";
import type { ImportSource } from "./import-source.ts";

export function ImportButton({ onArrive }: { onArrive: (sources: readonly ImportSource[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  useCommands([
    { id: "import", title: "Import visits", group: "Visits", words: "file json ndjson open", run: choose },
  ]);
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label="Visit files"
        hidden
        multiple
        accept=".json,.ndjson,.jsonl,application/json,application/x-ndjson"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // So that the same file can be chosen again.
          event.target.value = "";
          onArrive(files.map((file) => ({ name: file.name, blob: file })));
        }}
      />
      <Button icon={<ImportIcon />} onClick={choose}>
        Import
      </Button>
    </>
  );
}
