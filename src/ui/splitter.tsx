// No native element is a draggable border.
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { classNames } from "./class-names.ts";
import styles from "./splitter.module.css";

export interface SplitterProps {
  label: string;
  /** The direction of the line: vertical is between two columns. */
  orientation: "vertical" | "horizontal";
  /** The first side's share in percent of the parent element. */
  share: number;
  min: number;
  max: number;
  className?: string | undefined;
  /** Called while dragging; `onShare` gets the value to keep. */
  onMove(share: number): void;
  onShare(share: number): void;
  onReset(): void;
}

const step = 2;

/**
 * The border between two sides, moved by pointer and arrow keys; Home and End go to its limits, Enter and a double
 * click reset it.
 */
export function Splitter(props: SplitterProps) {
  const { label, orientation, share, min, max, className, onMove, onShare, onReset } = props;
  // A click without movement changes nothing.
  const isMoved = useRef(false);
  const isVertical = orientation === "vertical";
  const within = (value: number) => Math.min(max, Math.max(min, value));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [less, more] = isVertical ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    if (event.key === less) onShare(within(share - step));
    else if (event.key === more) onShare(within(share + step));
    else if (event.key === "Home") onShare(min);
    else if (event.key === "End") onShare(max);
    else if (event.key === "Enter") onReset();
    else return;
    event.preventDefault();
  };
  const shareAt = ({ currentTarget, clientX, clientY }: PointerEvent): number => {
    const box = currentTarget.parentElement?.getBoundingClientRect();
    if (!box) return share;
    const part = isVertical ? (clientX - box.left) / box.width : (clientY - box.top) / box.height;
    return within(Math.round(part * 1000) / 10);
  };
  const isHeld = (event: PointerEvent) => event.currentTarget.hasPointerCapture(event.pointerId);

  return (
    <div
      role="separator"
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={Math.round(share)}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={classNames(styles.splitter, className)}
      onKeyDown={onKeyDown}
      onDoubleClick={onReset}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        isMoved.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
      }}
      onPointerMove={(event) => {
        if (!isHeld(event)) return;
        isMoved.current = true;
        onMove(shareAt(event));
      }}
      onPointerUp={(event) => {
        if (isMoved.current && isHeld(event)) onShare(shareAt(event));
      }}
      onPointerCancel={() => onMove(share)}
    />
  );
}
