import { choice, Menu } from "#room/features/parts/menu.tsx";
import { inboxGrid } from "./inbox-grid.ts";
import type { SortOrder } from "./sort-summaries.ts";
import type { InboxPageState } from "./use-inbox-page.ts";
import type { Layout } from "./use-split.ts";
import type { Show } from "./use-visible-rows.ts";

const layouts: readonly [Layout, string][] = [
  ["right", "Reading pane on the right"],
  ["below", "Reading pane below"],
  ["full", "No reading pane"],
];
const sorts: readonly [SortOrder, string][] = [
  [{ key: "received", descending: true }, "Newest first"],
  [{ key: "received", descending: false }, "Oldest first"],
  [{ key: "from", descending: false }, "Sender, A to Z"],
  [{ key: "subject", descending: false }, "Subject, A to Z"],
  [{ key: "size", descending: true }, "Largest first"],
  [{ key: "attachment", descending: true }, "With attachments first"],
];
const replies = [
  [true, "Conversations"],
  [false, "Single messages"],
] as const;
const shows: readonly [Show, string][] = [
  [undefined, "All messages"],
  ["unread", "Unread only"],
  ["attachments", "With attachments only"],
];

export function ViewMenu({ page, show }: { page: InboxPageState; show: Show }) {
  const { layout, order, labels, tellsOpened, conversations } = page;
  const sorted = sorts.find(([{ key, descending }]) => key === order.key && descending === order.descending);
  const markAllRead = () =>
    page.marks.markAll(conversations.all(page.rows.map((one) => one.messageId)), { isRead: true });
  return (
    <Menu
      label="View"
      next={inboxGrid}
      sections={[
        choice("Show", shows, show, (chosen) => page.list({ show: chosen })),
        ...(conversations.isTogether === undefined
          ? []
          : [choice("Replies", replies, conversations.isTogether, conversations.setTogether)]),
        choice("Sort", sorts, sorted?.[0], page.setOrder),
        choice("Layout", layouts, layout, page.setLayout),
        ...(labels.length === 0
          ? []
          : [
              {
                title: "Labels",
                items: labels.map((label) => ({
                  id: `label-${label}`,
                  label,
                  run: () => page.lookFor(`label:"${label}"`),
                })),
              },
            ]),
        ...(tellsOpened === undefined
          ? []
          : [
              {
                title: "Privacy",
                selection: "multiple" as const,
                items: [
                  {
                    id: "tells-opened",
                    label: "Let senders here see when I open their messages",
                    isChecked: tellsOpened.isOn,
                    run: tellsOpened.toggle,
                  },
                ],
              },
            ]),
        { title: "Marks", items: [{ id: "read-all", label: "Mark all as read", run: markAllRead }] },
      ]}
    />
  );
}
