import { Menu } from "#room/features/parts/menu.tsx";
import { inboxGrid } from "./inbox-grid.ts";
import type { InboxPageState } from "./use-inbox-page.ts";
import { ownMail } from "./use-visible-rows.ts";

/** Which of one's mailboxes is shown, for whoever shares one. */
export function MailboxMenu({ page, mailbox }: { page: InboxPageState; mailbox: string | undefined }) {
  const { mailboxes } = page;
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
            run: () => page.list({ mailbox: id }),
          })),
        },
      ]}
    />
  );
}
