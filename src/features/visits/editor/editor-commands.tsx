import { useCommands, type Command } from "#room/ui/commands.ts";
import { useEditor, useHistory } from "./session/editor-context.ts";
import { useFindingSteps } from "./findings/use-finding-steps.ts";
import type { Submit } from "./submit/use-submit.tsx";

const group = "This visit";

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

interface EditorCommandsProps {
  readonly submit: Submit;
  readonly isReadOnly: boolean;
}

export function EditorCommands({ submit, isReadOnly }: EditorCommandsProps) {
  const session = useEditor();
  const { visit } = session;
  const { done, undone } = useHistory();
  const { jump, fixFirst } = useFindingSteps(session);
  const isEnabled = !isReadOnly;
  const commands: Command[] = [
    {
      id: "submit",
      title: "Submit charge",
      keys: "mod+enter",
      group,
      isEnabled,
      worksInFields: true,
      run: submit.submit,
    },
    {
      id: "undo",
      title: `Undo${done.length > 0 ? `: ${done.at(-1)?.label}` : ""}`,
      keys: "mod+z",
      group,
      isEnabled,
      run: () => undoTyped(),
    },
    {
      id: "redo",
      title: `Redo${undone.length > 0 ? `: ${undone.at(-1)?.label}` : ""}`,
      keys: "mod+shift+z",
      group,
      isEnabled,
      run: () => visit.redo(),
    },
    {
      id: "redo-y",
      title: "Redo",
      keys: "mod+y",
      group,
      isEnabled,
      isKeyOnly: true,
      run: () => visit.redo(),
    },
    { id: "next-finding", title: "Next problem", keys: "f8", group, worksInFields: true, run: () => jump(1) },
    {
      id: "previous-finding",
      title: "Previous problem",
      keys: "shift+f8",
      group,
      worksInFields: true,
      run: () => jump(-1),
    },
    {
      id: "fix-finding",
      title: "Fix this problem",
      keys: "alt+enter",
      group,
      isEnabled,
      worksInFields: true,
      run: fixFirst,
    },
    {
      id: "add-charge",
      title: "Add charge",
      keys: "alt+c",
      group,
      isEnabled,
      worksInFields: true,
      run: () => session.fillLine("charges", "cpt"),
    },
    {
      id: "add-diagnosis",
      title: "Add diagnosis",
      keys: "alt+g",
      group,
      isEnabled,
      worksInFields: true,
      run: () => session.fillLine("diagnosis", "icd10DiagCode"),
    },
    {
      id: "add-payment",
      title: "Add payment",
      keys: "alt+p",
      group,
      isEnabled,
      worksInFields: true,
      run: () => session.fillLine("payments", "paymentType"),
    },
    ...gridKeys.map(([keys, title]) => ({
      id: `grid-${keys}`,
      title,
      keys,
      group: "In a grid",
      isKeyOnly: true,
      isEnabled: true,
      run: () => undefined,
    })),
  ];
  const undoTyped = () => {
    session.settle();
    visit.undo();
  };
  useCommands(commands);
  return null;
}
