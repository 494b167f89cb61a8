import { useCommands } from "#room/ui/commands.ts";

interface InboxCommands {
  readonly step: (by: number) => void;
  readonly search: () => void;
  readonly check: () => void;
}

/** Actions on received messages for the palette and shortcuts. */
export function useInboxCommands({ step, search, check }: InboxCommands): void {
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
    { id: "messages.check", title: "Check for new messages", group, run: check },
  ]);
}
