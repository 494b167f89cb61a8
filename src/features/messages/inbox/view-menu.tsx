import { Menu } from "#room/features/parts/menu.tsx";
import { inboxGrid } from "./inbox-grid.ts";
import type { SortKey, SortOrder } from "./sort-summaries.ts";
import type { TellsOpened } from "./use-tells-opened.ts";
import type { Show } from "./use-visible-rows.ts";

export type Layout = "right" | "below" | "full";

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

export interface ViewMenuProps {
  layout: Layout;
  order: SortOrder;
  show: Show;
  onLayout(layout: Layout): void;
  onOrder(order: SortOrder): void;
  onShow(show: Show): void;
  onMarkAllRead(): void;
  /** Undefined: the service tells nobody. */
  tellsOpened: TellsOpened | undefined;
  /** Undefined: the service does not tell which belong together. */
  isTogether: boolean | undefined;
  onTogether(isTogether: boolean): void;
  /** In use. */
  labels: readonly string[];
  onLabel(label: string): void;
}

export function ViewMenu(props: ViewMenuProps) {
  const { isTogether, onTogether } = props;
  const { layout, order, show, onLayout, onOrder, onShow, onMarkAllRead, labels, onLabel } = props;
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
            run: () => onShow(id),
          })),
        },
        ...(isTogether === undefined
          ? []
          : [
              {
                title: "Replies",
                selection: "single" as const,
                items: [true, false].map((each) => ({
                  id: each ? "conversations" : "single-messages",
                  label: each ? "Conversations" : "Single messages",
                  isChecked: isTogether === each,
                  run: () => onTogether(each),
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
            run: () => onOrder({ key, descending }),
          })),
        },
        {
          title: "Layout",
          selection: "single",
          items: layouts.map(([id, label]) => ({
            id,
            label,
            isChecked: layout === id,
            run: () => onLayout(id),
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
                  run: () => onLabel(label),
                })),
              },
            ]),
        ...(props.tellsOpened === undefined
          ? []
          : [
              {
                title: "Privacy",
                selection: "multiple" as const,
                items: [
                  {
                    id: "tells-opened",
                    label: "Let senders here see when I open their messages",
                    isChecked: props.tellsOpened.isOn,
                    run: props.tellsOpened.toggle,
                  },
                ],
              },
            ]),
        { title: "Marks", items: [{ id: "read-all", label: "Mark all as read", run: onMarkAllRead }] },
      ]}
    />
  );
}
