import { type ReactNode, useState } from "react";
import { Banner, type BannerProps } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import styles from "./run-report.module.css";

interface RunProgressProps {
  readonly label: string;
  readonly value: number;
  readonly total: number;
  readonly onStop: () => void;
}

export function RunProgress({ onStop, ...progress }: RunProgressProps) {
  return (
    <div className={styles.report}>
      <ProgressBar
        {...progress}
        detail={
          <Button size="small" onClick={onStop}>
            Stop
          </Button>
        }
      />
    </div>
  );
}

interface RunResultProps extends BannerProps {
  readonly onClose: () => void;
  /** Shown on demand; the button is "Show" or "Hide" and its name. */
  readonly list?:
    | { readonly name: string; readonly isOpen?: boolean; readonly content: ReactNode }
    | undefined;
}

/** Its result, until the user closes it. */
export function RunResult({ onClose, list, actions, ...banner }: RunResultProps) {
  const [isOpen, setOpen] = useState(list?.isOpen ?? false);
  return (
    <div className={styles.report}>
      <Banner
        {...banner}
        actions={
          <>
            {actions}
            {list ? (
              <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {isOpen ? "Hide" : "Show"} {list.name}
              </Button>
            ) : null}
            <Button size="small" look="quiet" onClick={onClose}>
              Close
            </Button>
          </>
        }
      />
      {isOpen ? list?.content : null}
    </div>
  );
}
