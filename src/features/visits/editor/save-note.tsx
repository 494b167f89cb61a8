import { Button } from "#room/ui/button.tsx";
import { formatTime } from "#room/ui/formats.ts";
import { useNow } from "#room/ui/use-now.ts";
import type { VisitSummary } from "#room/workspace/visits/visit-record.ts";
import { useEditor, useSignal } from "./session/editor-context.ts";
import styles from "./editor.module.css";

function ago(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (seconds < 10) return "Saved just now";
  if (seconds < 60) return `Saved ${seconds} s ago`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `Saved ${minutes} min ago` : `Saved at ${formatTime(at)}`;
}

function notSavedNow(summary: VisitSummary | undefined): string {
  if (summary?.isGuest) return "Not changed here";
  return summary ? "Saved on this device" : "Nothing entered yet";
}

export function SaveNote({ summary }: { readonly summary: VisitSummary | undefined }) {
  const { saver } = useEditor();
  const { kind, at, error } = useSignal(saver.state);
  const now = useNow(5000);
  if (kind === "failed") {
    return (
      <span role="alert" className={styles.unsaved}>
        Not saved: {error instanceof Error ? error.message : "this browser couldn’t save it"}{" "}
        <Button size="small" onClick={() => void saver.flush().catch(() => undefined)}>
          Try again
        </Button>
      </span>
    );
  }
  return (
    <span className={styles.saved} data-save={kind}>
      {at > 0 ? ago(at, Math.max(now, at)) : notSavedNow(summary)}
    </span>
  );
}
