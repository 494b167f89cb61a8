import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { CallFailure } from "#room/api/failures.ts";
import { Button } from "#room/ui/button.tsx";
import { CrashScreen } from "./crash-screen.tsx";
import styles from "./crash.module.css";

/** Shown in place of a page that failed: the service's failure in words, or the console's own. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  if (!(error instanceof CallFailure)) return <CrashScreen error={error} reset={reset} />;
  return <ServiceFailure error={error} />;
}

function ServiceFailure({ error }: { error: CallFailure }) {
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const { title, detail, advice, requestId } = describeFailure(error);
  const again = async () => {
    setBusy(true);
    await router.invalidate();
    setBusy(false);
  };
  return (
    <div className={styles.page}>
      <div className={styles.card} role="alert">
        <h1 tabIndex={-1} data-page-heading="">
          {title}
        </h1>
        <p className={styles.lead}>
          {detail} {advice} Your drafts are safe on this device.
        </p>
        {requestId ? <p className={styles.lead}>Request {requestId}</p> : null}
        <div className={styles.actions}>
          <Button look="primary" isBusy={isBusy} onClick={() => void again()}>
            Try again
          </Button>
        </div>
      </div>
    </div>
  );
}
