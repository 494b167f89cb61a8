import { commandsOf, useCommands } from "#room/ui/commands.ts";
import type { Step } from "./draft/history.ts";
import { useEditor, useHistory } from "./session/editor-context.ts";
import { useFindingSteps } from "./findings/use-finding-steps.ts";
import type { Submit } from "./submit/use-submit.tsx";

/**
 * The grid's chords, for the shortcut sheet; the grid handles them itself. Plain keys are left out, since registering
 * them would take them from buttons.
 */
const gridKeys: readonly (readonly [string, string])[] = [
  ["mod+d", "Fill down"],
  ["mod+shift+enter", "Insert a row below"],
  ["mod+shift+d", "Duplicate the row"],
  ["mod+shift+backspace", "Remove the row"],
  ["alt+arrowup", "Move the row up"],
  ["alt+arrowdown", "Move the row down"],
];

const gridCommand = commandsOf("In a grid", { isKeyOnly: true });

interface EditorCommandsProps {
  readonly submit: Submit;
  readonly isReadOnly: boolean;
}

export function EditorCommands({ submit, isReadOnly }: EditorCommandsProps) {
  const session = useEditor();
  const { visit } = session;
  const { done, undone } = useHistory();
  const { jump, fixFirst } = useFindingSteps(session);
  const command = commandsOf("This visit", { isEnabled: !isReadOnly });
  const undo = () => {
    session.settle();
    visit.undo();
  };
  const redo = () => void visit.redo();
  const lastOf = (steps: readonly Step[]) => (steps.length > 0 ? `: ${steps.at(-1)?.label}` : "");
  useCommands([
    command("submit", "Submit charge", "mod+enter", submit.submit),
    command("undo", `Undo${lastOf(done)}`, "mod+z", undo),
    command("redo", `Redo${lastOf(undone)}`, "mod+shift+z", redo),
    { ...command("redo-y", "Redo", "mod+y", redo), isKeyOnly: true },
    { ...command("next-finding", "Next problem", "f8", () => jump(1)), isEnabled: true },
    { ...command("previous-finding", "Previous problem", "shift+f8", () => jump(-1)), isEnabled: true },
    command("fix-finding", "Fix this problem", "alt+enter", fixFirst),
    command("add-charge", "Add charge", "alt+c", () => session.fillLine("charges", "cpt")),
    command("add-diagnosis", "Add diagnosis", "alt+g", () => session.fillLine("diagnosis", "icd10DiagCode")),
    command("add-payment", "Add payment", "alt+p", () => session.fillLine("payments", "paymentType")),
    ...gridKeys.map(([keys, title]) => gridCommand(`grid-${keys}`, title, keys, () => undefined)),
  ]);
  return null;
}
