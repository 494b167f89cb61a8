import { undoLastMarks } from "#room/features/messages/marks/use-marks.ts";
import { commandsOf, useCommands } from "#room/ui/commands.ts";
import { isTyping } from "#room/ui/typed-on.ts";

const command = commandsOf("Messages");

interface InboxCommands {
  readonly step: (by: number) => void;
  readonly search: () => void;
  readonly check: () => void;
  readonly choose: () => void;
  /** Undefined if the service keeps no archive. */
  readonly archive: (() => void) | undefined;
}

export function useInboxCommands({ step, search, check, choose, archive }: InboxCommands): void {
  const undoWords = "Undo the last archive, mark or label";
  const chooseWords = "Choose a message (Shift+arrows: several, Ctrl+A: all)";
  useCommands([
    { ...command("messages.next", "Next message", "j", () => step(1)), isKeyOnly: true },
    { ...command("messages.previous", "Previous message", "k", () => step(-1)), isKeyOnly: true },
    command("messages.search", "Search messages", "/", search),
    {
      ...command("messages.archive", "Archive, or move to the inbox", "e", () => archive?.()),
      isEnabled: archive !== undefined,
    },
    { ...command("messages.choose", chooseWords, "x", choose), isKeyOnly: true },
    command("messages.undo", undoWords, "z", undoLastMarks),
    {
      ...command("messages.undo-too", undoWords, "mod+z", undoLastMarks),
      isKeyOnly: true,
      // A field undoes its own typing.
      get isEnabled() {
        return !isTyping(document.activeElement);
      },
    },
    command("messages.check", "Check for new messages", "", check),
  ]);
}
