import { Menu } from "#room/features/parts/menu.tsx";
import type { MailboxSummary } from "#room/contract/operations/messages.ts";
import { inboxGrid } from "./inbox-grid.ts";

/** What came to one's own addresses alone. */
export const ownMail = "own";

/** The shared addresses that messages came to. */
export function mailboxesIn(summaries: readonly MailboxSummary[]): string[] {
  return [...new Set(summaries.flatMap(({ shared }) => (shared ? shared.address : [])))].toSorted();
}

interface MailboxMenuProps {
  readonly mailboxes: readonly string[];
  readonly mailbox: string | undefined;
  readonly onMailbox: (mailbox: string | undefined) => void;
}

/** Which of one's mailboxes is shown, for whoever shares one. */
export function MailboxMenu({ mailboxes, mailbox, onMailbox }: MailboxMenuProps) {
  if (mailboxes.length === 0 && mailbox === undefined) return null;
  const choices = [
    { id: undefined, label: "All mailboxes" },
    { id: ownMail, label: "Only mine" },
    ...mailboxes.map((address) => ({ id: address, label: address })),
  ];
  const shown = choices.find(({ id }) => id === mailbox)?.label ?? mailbox ?? "";
  return (
    <Menu
      label={`Mailbox: ${shown}`}
      next={inboxGrid}
      sections={[
        {
          title: "Mailbox",
          selection: "single",
          items: choices.map(({ id, label }) => ({
            id: `mailbox-${id ?? "all"}`,
            label,
            isChecked: id === mailbox,
            run: () => onMailbox(id),
          })),
        },
      ]}
    />
  );
}
