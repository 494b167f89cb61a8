import { undoLastMarks } from "#room/features/messages/marks/use-marks.ts";
import { useCommands } from "#room/ui/commands.ts";
import { isTyping } from "#room/ui/typed-on.ts";

interface InboxCommands {
  readonly step: (by: number) => void;
  readonly search: () => void;
  readonly check: () => void;
  readonly choose: () => void;
  /** Undefined if the service keeps no archive. */
  readonly archive: (() => void) | undefined;
}

export function useInboxCommands({ step, search, check, choose, archive }: InboxCommands): void {
  const group = "Messages";
  useCommands([
    { id: "messages.next", title: "Next message", keys: "j", group, isKeyOnly: true, run: () => step(1) },
    {
      id: "messages.previous",
      title: "Previous message",
      keys: "k",
      group,
      isKeyOnly: true,
      run: () => step(-1),
    },
    {
      id: "messages.search",
      title: "Search messages",
      keys: "/",
      group,
      run: search,
    },
    {
      id: "messages.archive",
      title: "Archive, or move to the inbox",
      keys: "e",
      group,
      isEnabled: archive !== undefined,
      run: () => archive?.(),
    },
    {
      id: "messages.choose",
      title: "Choose a message (Shift+arrows: several, Ctrl+A: all)",
      keys: "x",
      group,
      isKeyOnly: true,
      run: choose,
    },
    {
      id: "messages.undo",
      title: "Undo the last archive, mark or label",
      keys: "z",
      group,
      run: undoLastMarks,
    },
    {
      id: "messages.undo-too",
      title: "Undo the last archive, mark or label",
      keys: "mod+z",
      group,
      isKeyOnly: true,
      // A field undoes its own typing.
      get isEnabled() {
        return !isTyping(document.activeElement);
      },
      run: undoLastMarks,
    },
    { id: "messages.check", title: "Check for new messages", group, run: check },
  ]);
}
