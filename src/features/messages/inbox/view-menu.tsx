import { Menu } from "#room/features/parts/menu.tsx";
import { inboxGrid } from "./inbox-grid.ts";
import type { SortKey } from "./sort-summaries.ts";
import type { InboxPageState } from "./use-inbox-page.ts";
import type { Layout } from "./use-split.ts";
import type { Show } from "./use-visible-rows.ts";

const layouts: readonly [Layout, string][] = [
  ["right", "Reading pane on the right"],
  ["below", "Reading pane below"],
  ["full", "No reading pane"],
];
const sorts: readonly [string, SortKey, boolean, string][] = [
  ["newest", "received", true, "Newest first"],
  ["oldest", "received", false, "Oldest first"],
  ["from", "from", false, "Sender, A to Z"],
  ["subject", "subject", false, "Subject, A to Z"],
  ["size", "size", true, "Largest first"],
  ["attachment", "attachment", true, "With attachments first"],
];
const shows: readonly [Show, string][] = [
  [undefined, "All messages"],
  ["unread", "Unread only"],
  ["attachments", "With attachments only"],
];

export function ViewMenu({ page, show }: { page: InboxPageState; show: Show }) {
  const { layout, order, labels, tellsOpened, conversations } = page;
  const markAllRead = () =>
    page.marks.markAll(conversations.all(page.rows.map((one) => one.messageId)), { isRead: true });
  return (
    <Menu
      label="View"
      next={inboxGrid}
      sections={[
        {
          title: "Show",
          selection: "single",
          items: shows.map(([id, label]) => ({
            id: `show-${id ?? "all"}`,
            label,
            isChecked: show === id,
            run: () => page.list({ show: id }),
          })),
        },
        ...(conversations.isTogether === undefined
          ? []
          : [
              {
                title: "Replies",
                selection: "single" as const,
                items: [true, false].map((each) => ({
                  id: each ? "conversations" : "single-messages",
                  label: each ? "Conversations" : "Single messages",
                  isChecked: conversations.isTogether === each,
                  run: () => conversations.setTogether(each),
                })),
              },
            ]),
        {
          title: "Sort",
          selection: "single",
          items: sorts.map(([id, key, descending, label]) => ({
            id,
            label,
            isChecked: order.key === key && order.descending === descending,
            run: () => page.setOrder({ key, descending }),
          })),
        },
        {
          title: "Layout",
          selection: "single",
          items: layouts.map(([id, label]) => ({
            id,
            label,
            isChecked: layout === id,
            run: () => page.setLayout(id),
          })),
        },
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
