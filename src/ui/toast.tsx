import { useEffect, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { CrossIcon } from "./page-icons.tsx";
import { overlayHost } from "./overlay-host.ts";
import { StateMark } from "./state-badge.tsx";
import { dismissToast, toastStore, type ShownToast } from "./toast-store.ts";
import styles from "./toast.module.css";

/**
 * Where toasts appear; rendered once in the shell. The region always exists, so that screen readers announce toasts.
 */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot);
  // Outside the page and marked for React Aria, so that an open dialog does not disable "Undo".
  return createPortal(
    <section
      className={styles.region}
      aria-label="Notifications"
      data-print="hidden"
      data-react-aria-top-layer="true"
    >
      <div aria-live="polite" aria-atomic="false" className={styles.stack}>
        {toasts.map((each) => (
          <ToastCard key={each.id} toast={each} />
        ))}
      </div>
    </section>,
    overlayHost(),
  );
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const [isHeld, setHeld] = useState(false);
  const { id, title, detail, tone = "plain", action, stays = action ? 10_000 : 5_000 } = toast;
  useEffect(() => {
    if (isHeld || stays === 0) return undefined;
    const timer = setTimeout(() => dismissToast(id), stays);
    return () => clearTimeout(timer);
  }, [id, isHeld, stays]);
  return (
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={`${styles.mark} ${styles[tone]}`}>
        <StateMark tone={tone} />
      </span>
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {detail ? <div className={styles.detail}>{detail}</div> : null}
      </div>
      {action ? (
        <Button
          look="quiet"
          onClick={() => {
            dismissToast(id, true);
            action.run();
          }}
        >
          {action.label}
        </Button>
      ) : null}
      <IconButton label="Close" icon={<CrossIcon size={14} />} onClick={() => dismissToast(id)} />
    </div>
  );
}
