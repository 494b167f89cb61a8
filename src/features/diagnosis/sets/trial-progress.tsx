import { Button } from "#room/ui/button.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import styles from "./sets.module.css";

interface TrialProgressProps {
  readonly files: readonly File[];
  readonly bytesRead: number;
  readonly onStop: () => void;
}

/** How far the files are read; once they are, the service checks them. */
export function TrialProgress({ files, bytesRead, onStop }: TrialProgressProps) {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const what = files.length === 1 ? (files[0]?.name ?? "") : `${files.length} files`;
  const isRead = bytesRead >= total;
  return (
    <div className={styles.progress}>
      <ProgressBar
        label={isRead ? `Checking ${what}` : `Reading ${what}`}
        {...(isRead ? {} : { value: bytesRead, total })}
        detail={isRead ? "nothing is stored yet" : `${megabytes(bytesRead)} of ${megabytes(total)} MB`}
      />
      <Button onClick={onStop}>Stop</Button>
    </div>
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toLocaleString(undefined, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}
