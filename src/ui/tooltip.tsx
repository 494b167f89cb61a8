import { useEffect, useRef, type ReactNode } from "react";
import { Kbd } from "./kbd.tsx";
import styles from "./tooltip.module.css";

const delay = 450;

export interface TooltipProps {
  text: string;
  keys?: string;
  children: ReactNode;
}

/** A short text about a control, shown on hover after a moment and on keyboard focus immediately; Escape hides it. */
export function Tooltip({ text, keys, children }: TooltipProps) {
  const wrapper = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const anchor = wrapper.current?.firstElementChild;
    return anchor && tip.current ? showOnHoverAndFocus(anchor, tip.current) : undefined;
  }, []);
  return (
    <span ref={wrapper} className={styles.anchor}>
      {children}
      <span ref={tip} popover="manual" className={styles.tooltip} aria-hidden>
        {text}
        {keys ? <Kbd keys={keys} /> : null}
      </span>
    </span>
  );
}

function showOnHoverAndFocus(anchor: Element, tip: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = () => {
    if (!tip.isConnected || tip.matches(":popover-open")) return;
    tip.showPopover();
    place(tip, anchor.getBoundingClientRect());
  };
  const hide = () => {
    clearTimeout(timer);
    if (tip.matches(":popover-open")) tip.hidePopover();
  };
  anchor.addEventListener(
    "pointerenter",
    (event) => {
      if (event instanceof PointerEvent && event.pointerType === "mouse") timer = setTimeout(show, delay);
    },
    { signal },
  );
  anchor.addEventListener("focus", () => anchor.matches(":focus-visible") && show(), { signal });
  for (const end of ["pointerleave", "pointerdown", "blur"]) anchor.addEventListener(end, hide, { signal });
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide(), {
    signal,
    capture: true,
  });
  return () => {
    hide();
    stop.abort();
  };
}

function place(tip: HTMLElement, anchor: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.max(4, Math.min(anchor.left + anchor.width / 2 - width / 2, innerWidth - width - 4));
  const below = anchor.bottom + 6;
  const top = below + height > innerHeight ? anchor.top - height - 6 : below;
  tip.style.left = `${left}px`;
  tip.style.top = `${top}px`;
}
