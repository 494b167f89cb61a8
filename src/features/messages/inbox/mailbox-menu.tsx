import { choice, Menu } from "#room/features/parts/menu.tsx";
import { inboxGrid } from "./inbox-grid.ts";
import type { InboxPageState } from "./use-inbox-page.ts";
import { ownMail } from "./use-visible-rows.ts";

/** Which of one's mailboxes is shown, for whoever shares one. */
export function MailboxMenu({ page, mailbox }: { page: InboxPageState; mailbox: string | undefined }) {
  const { mailboxes } = page;
  if (mailboxes.length === 0 && mailbox === undefined) return null;
  const choices: readonly (readonly [string | undefined, string])[] = [
    [undefined, "All mailboxes"],
    [ownMail, "Only mine"],
    ...mailboxes.map((address) => [address, address] as const),
  ];
  const shown = choices.find(([address]) => address === mailbox)?.[1] ?? mailbox ?? "";
  return (
    <Menu
      label={`Mailbox: ${shown}`}
      next={inboxGrid}
      sections={[choice("Mailbox", choices, mailbox, (address) => page.list({ mailbox: address }))]}
    />
  );
}
