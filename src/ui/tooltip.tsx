import { type ReactNode, useEffect, useRef } from "react";
import { Kbd } from "./kbd.tsx";
import styles from "./tooltip.module.css";

const delay = 450;

interface TooltipProps {
  readonly text: string;
  readonly keys: string | undefined;
  readonly children: ReactNode;
}

/** A short text about a control, shown on hover after a moment and on keyboard focus immediately; Escape hides it. */
export function Tooltip({ text, keys, children }: TooltipProps) {
  const tip = useRef<HTMLSpanElement>(null);
  const ended = useRef<() => void>(undefined);
  const hide = () => ended.current?.();
  useEffect(() => () => ended.current?.(), []);

  const showAfter = (ms: number, { firstElementChild: anchor }: Element) => {
    hide();
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && hide();
    const timer = setTimeout(() => {
      if (!tip.current || !anchor) return;
      tip.current.showPopover();
      place(tip.current, anchor.getBoundingClientRect());
      // The focus may be anywhere.
      document.addEventListener("keydown", onKeyDown, true);
    }, ms);
    ended.current = () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKeyDown, true);
      tip.current?.hidePopover();
    };
  };
  return (
    <span
      className={styles.anchor}
      onPointerEnter={(event) => event.pointerType === "mouse" && showAfter(delay, event.currentTarget)}
      onFocus={(event) => event.target.matches(":focus-visible") && showAfter(0, event.currentTarget)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onBlur={hide}
    >
      {children}
      <span ref={tip} popover="manual" className={styles.tooltip} aria-hidden>
        {text}
        {keys ? <Kbd keys={keys} /> : null}
      </span>
    </span>
  );
}

function place(tip: HTMLElement, anchor: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(4, Math.min(anchor.left + anchor.width / 2 - width / 2, innerWidth - width - 4));
  const below = anchor.bottom + 6;
  const top = below + height > innerHeight ? anchor.top - height - 6 : below;
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}
