// A native table cannot draw only visible rows at absolute positions, so ARIA roles are used.
import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { counted } from "#room/contract/primitives/counted.ts";
import { Button } from "#room/ui/button.tsx";
import { useRowsInSight } from "#room/ui/use-rows-in-sight.ts";
import { useAnchoredScroll } from "./anchored-scroll.ts";
import { receivedInFull } from "./received-words.ts";
import { SummaryRow } from "./summary-row.tsx";
import styles from "./message-list.module.css";
import type { InboxPageState } from "./use-inbox-page.ts";

interface MessageListProps {
  readonly page: InboxPageState;
  readonly openId: number | undefined;
  readonly head: ReactNode;
  readonly empty: ReactNode;
}

/** More than any screen shows at once. */
const rowPool = 256;

const steps: Partial<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** The grid "Inbox": one tab stop, rows by arrow keys or j and k, drawn only where visible. */
export function MessageList({ page, openId, head, empty }: MessageListProps) {
  const { rows, rowHeight, activeId, isUnread, conversations, chosen, activate, open, marksOf } = page;
  const scroller = useRef<HTMLDivElement>(null);
  const { first, end, scrollToRow } = useRowsInSight({ scroller, rowHeight, count: rows.length });
  const arrived = useAnchoredScroll({ scroller, rows, rowHeight, isHeld: activeId !== undefined });
  const activeIndex = activeId === undefined ? -1 : rows.findIndex((row) => row.messageId === activeId);

  const lastActive = useRef(activeId);
  useLayoutEffect(() => {
    if (lastActive.current === activeId) return;
    lastActive.current = activeId;
    scrollToRow(activeIndex);
  });

  const go = (index: number, isChoosing = false) => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (row) activate(row.messageId, isChoosing);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      chosen.selectAll();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const step = steps[event.key] ?? (event.key === "PageDown" ? page : event.key === "PageUp" ? -page : 0);
    if (step !== 0) {
      const next = rows[activeIndex < 0 ? 0 : activeIndex + step];
      if (event.shiftKey && next) chosen.extendTo(next.messageId, activeId);
      go(activeIndex < 0 ? 0 : activeIndex + step, event.shiftKey);
    } else if (event.key === "Escape" && chosen.ids.size > 0) chosen.clear();
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(rows.length - 1);
    else if (event.key === "Enter" && activeId !== undefined) open(activeId);
    else return;
    event.preventDefault();
  };
  // The exact time on demand: writing it into every row would cost as much as everything else in it.
  const onPointerOver = (event: MouseEvent) => {
    const time = event.target instanceof Element ? event.target.closest("time") : undefined;
    const row = time?.closest<HTMLElement>("[data-index]");
    const summary = row ? rows[Number(row.dataset["index"])] : undefined;
    if (time && summary) time.title = receivedInFull(summary.dateReceived);
  };
  const onPress = (event: MouseEvent) => {
    const row =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-index]") : undefined;
    const summary = row ? rows[Number(row.dataset["index"])] : undefined;
    if (!summary) return;
    if (event.target instanceof Element && event.target.closest("[data-choose]")) {
      if (event.shiftKey) chosen.extendTo(summary.messageId, activeId);
      else chosen.toggle(summary.messageId);
    } else open(summary.messageId);
  };

  const drawn = rows.slice(first, end);
  return (
    <div className={styles.list}>
      {head}
      {arrived > 0 ? (
        <div className={styles.arrived}>
          <Button size="small" look="primary" onClick={() => scroller.current?.scrollTo({ top: 0 })}>
            {counted(arrived, "new message")} above
          </Button>
        </div>
      ) : null}
      <div
        ref={scroller}
        role="grid"
        aria-label="Inbox"
        aria-rowcount={rows.length}
        aria-readonly="true"
        data-choosing={chosen.ids.size > 0 || undefined}
        aria-activedescendant={activeIndex >= first && activeIndex < end ? `message-${activeId}` : undefined}
        tabIndex={0}
        className={styles.scroller}
        onKeyDown={onKeyDown}
        onClick={onPress}
        onPointerOver={onPointerOver}
      >
        {rows.length === 0 ? (
          <div role="row">
            <div role="gridcell">{empty}</div>
          </div>
        ) : null}
        <div
          role={rows.length > 0 ? "rowgroup" : "presentation"}
          className={styles.rows}
          style={{ height: rows.length * rowHeight }}
        >
          {drawn.map((summary, at) => (
            <SummaryRow
              // Keyed by position rather than message: a row scrolled out of view is reused.
              key={(first + at) % rowPool}
              summary={summary}
              index={first + at}
              top={(first + at) * rowHeight}
              height={rowHeight}
              isUnread={isUnread(summary)}
              size={conversations.sizeOf(summary)}
              isChosen={chosen.ids.has(summary.messageId)}
              isActive={summary.messageId === activeId}
              isOpen={summary.messageId === openId}
              marks={marksOf}
            />
          ))}
        </div>
      </div>
    </div>
  );
}
