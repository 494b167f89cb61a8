import { Button } from "#room/ui/button.tsx";
import { ProgressBar } from "#room/ui/progress-bar.tsx";
import styles from "./sets.module.css";

interface TrialProgressProps {
  readonly files: readonly File[];
  readonly bytesRead: number;
  readonly isChecking: boolean;
  readonly onStop: () => void;
}

/** How far the files have been read; the service checks them part by part. */
export function TrialProgress({ files, bytesRead, isChecking, onStop }: TrialProgressProps) {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const what = files.length === 1 ? (files[0]?.name ?? "") : `${files.length} files`;
  return (
    <div className={`stack ${styles.progress}`}>
      <ProgressBar
        label={isChecking ? `Checking ${what}` : `Reading ${what}`}
        {...(isChecking && bytesRead >= total ? {} : { value: bytesRead, total })}
        detail={`${megabytes(bytesRead)} of ${megabytes(total)} MB read, nothing stored yet`}
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
