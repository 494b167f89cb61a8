import { useState } from "react";
import type { DiagnosisCode } from "#room/contract/operations/diagnoses.ts";
import { commandsOf, useCommands } from "#room/ui/commands.ts";
import { toast } from "#room/ui/toast-store.ts";
import { useNewest } from "#room/ui/use-newest.ts";
import { formatCount } from "#room/ui/formats.ts";
import type { BatchAnswer, BatchRun } from "./batch-run.ts";
import { withCodesTaken } from "./batch-text.ts";

const command = commandsOf("Codes");

/** Takes codes into the rows and the text. The last ones can be undone, by key as long as the text is not changed since. */
export function useTakenCodes(run: BatchRun, text: string, setText: (text: string) => void) {
  const [takings, setTakings] = useState<readonly { readonly text: string; readonly undo: () => void }[]>([]);
  const last = takings.at(-1);
  const newest = useNewest(text);
  const undoLast = command("diagnosis.undo", "Undo the code taken", "mod+z", () => last?.undo());
  useCommands([{ ...undoLast, isEnabled: last?.text === text }]);
  return (choices: ReadonlyMap<BatchAnswer, DiagnosisCode>) => {
    const undoRows = run.take(choices);
    const [only] = choices.values();
    const taken = withCodesTaken(text, choices);
    setText(taken);
    run.textBecame(taken, text);
    const undo = () => {
      close();
      setTakings((all) => all.filter((one) => one.undo !== undo));
      undoRows();
      // What was typed since stays.
      if (newest.current !== taken) return;
      setText(text);
      run.textBecame(text, taken);
    };
    const close = toast({
      title:
        choices.size === 1
          ? `${only?.code ?? ""} was taken`
          : `${formatCount(choices.size)} codes were taken`,
      detail: "Check each against the record before you bill.",
      action: { label: "Undo", run: undo },
    });
    setTakings((all) => [...all, { text: taken, undo }]);
  };
}
