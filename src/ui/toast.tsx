import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from "react";
import { createPortal } from "react-dom";
import { Button } from "./button.tsx";
import { useCommands } from "./commands.ts";
import { IconButton } from "./icon-button.tsx";
import { CrossIcon } from "./page-icons.tsx";
import { overlayHost } from "./overlay-host.ts";
import { StateMark } from "./state-badge.tsx";
import { dismissToast, toastStore, type ShownToast } from "./toast-store.ts";
import styles from "./toast.module.css";

/**
 * Tells the styles how much of the window the toasts take: `--toast-strip` those that stay, which the page ends above;
 * `--toast-room` all of them, which a dialog ends above. The focused element stays in sight.
 */
function useToastRoom(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [brief, kept] = region.current?.firstElementChild?.children ?? [];
    if (!brief || !kept) return undefined;
    const root = document.documentElement;
    const measure = () => {
      const strip = kept.getBoundingClientRect().height;
      const { top } = brief.getBoundingClientRect();
      // On a phone they float at the top.
      const isBelow = brief.childElementCount > 0 && top > innerHeight / 2;
      const focused = document.activeElement;
      const wasSeen = focused !== null && focused !== document.body && isSeen(focused);
      root.style.setProperty("--toast-strip", `${strip}px`);
      root.style.setProperty("--toast-room", `${isBelow ? innerHeight - top : strip}px`);
      if (wasSeen && !isSeen(focused)) focused.scrollIntoView({ block: "nearest" });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(brief);
    observer.observe(kept);
    return () => {
      observer.disconnect();
      root.style.removeProperty("--toast-strip");
      root.style.removeProperty("--toast-room");
    };
  }, [region]);
}

/** Within the window and not below the page's end. */
function isSeen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const end = document.getElementById("main")?.getBoundingClientRect().bottom ?? innerHeight;
  return top >= 0 && bottom <= Math.min(end, innerHeight);
}

/**
 * Where toasts appear; rendered once in the shell. The region always exists, so that screen readers announce toasts.
 * Brief ones float for some seconds; those that stay stand below the page and every dialog, which get shorter by them.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot);
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element>(null);
  useToastRoom(region);
  const brief = toasts.filter(({ stays }) => stays > 0);
  const kept = toasts.filter(({ stays }) => stays === 0);
  const noteFocus = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !region.current?.contains(relatedTarget)) cameFrom.current = relatedTarget;
  };
  const goBack = () => {
    if (!region.current?.contains(document.activeElement)) return;
    const back = cameFrom.current?.isConnected ? cameFrom.current : document.getElementById("main");
    if (back instanceof HTMLElement) back.focus();
  };
  const card = (toast: ShownToast) => <ToastCard key={toast.id} toast={toast} onLeave={goBack} />;
  // Outside the page and marked for React Aria, so that an open dialog does not disable "Undo".
  return createPortal(
    // It only notes where the focus came from.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      className={styles.region}
      aria-label="Notifications"
      data-print="hidden"
      data-react-aria-top-layer="true"
      onFocus={noteFocus}
    >
      <div aria-live="polite" aria-atomic="false">
        <div className={styles.brief}>{brief.map(card)}</div>
        <div className={styles.kept}>{kept.map(card)}</div>
      </div>
      {kept.length > 0 ? <CloseByEscape /> : null}
    </section>,
    overlayHost(),
  );
}

/** The last one that stays, from anywhere on the page that has no other use for Escape. */
function CloseByEscape() {
  const close = () => {
    const last = toastStore.snapshot().findLast(({ stays }) => stays === 0);
    if (last) dismissToast(last.id);
  };
  useCommands([
    { id: "notice.close", title: "Close the notice", keys: "escape", isKeyOnly: true, run: close },
  ]);
  return null;
}

function ToastCard({ toast, onLeave }: { toast: ShownToast; onLeave(): void }) {
  const [isHeld, setHeld] = useState(false);
  const { id, title, detail, tone = "plain", action, stays } = toast;
  useEffect(() => {
    if (isHeld || stays === 0) return undefined;
    const timer = setTimeout(() => dismissToast(id), stays);
    return () => clearTimeout(timer);
  }, [id, isHeld, stays]);
  const close = () => {
    onLeave();
    dismissToast(id);
  };
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  return (
    // The keys belong to the buttons in it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={styles.toast}
      data-tone={tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={closeByKey}
    >
      <span className={styles.mark}>
        <StateMark tone={tone} />
      </span>
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {detail ? <div className={`quiet small ${styles.detail}`}>{detail}</div> : null}
      </div>
      {action ? (
        <Button
          look="quiet"
          onClick={() => {
            onLeave();
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton label="Close notice" icon={<CrossIcon size={14} />} onClick={close} />
    </div>
  );
}
