import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useCallback, useEffect, useState } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import {
  CallFailure,
  NetworkFailure,
  OperationRefused,
  TimedOut,
  UnexpectedStatus,
} from "#room/api/failures.ts";
import { serviceIsBack } from "#room/api/reach-service.ts";
import { isAwayStatus } from "#room/contract/service-away.ts";
import { Button } from "#room/ui/button.tsx";
import { CrashScreen } from "./crash-screen.tsx";
import { TechnicalIds } from "#room/ui/technical-ids.tsx";
import styles from "./crash.module.css";

/** Shown in place of a page that failed: the service's failure in words, or the console's own. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  if (!(error instanceof CallFailure)) return <CrashScreen error={error} reset={reset} />;
  return <ServiceFailure error={error} />;
}

function saysAway(error: CallFailure): boolean {
  if (error instanceof OperationRefused || error instanceof UnexpectedStatus)
    return isAwayStatus(error.status);
  return error instanceof NetworkFailure || error instanceof TimedOut;
}

function ServiceFailure({ error }: { error: CallFailure }) {
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const { title, detail, advice, requestId } = describeFailure(error);
  const again = useCallback(async () => {
    setBusy(true);
    await router.invalidate();
    setBusy(false);
  }, [router]);
  useEffect(() => {
    if (!saysAway(error)) return undefined;
    const stop = new AbortController();
    void serviceIsBack(stop.signal).then(() => (stop.signal.aborted ? undefined : again()));
    return () => stop.abort();
  }, [error, again]);
  return (
    <div className={styles.page}>
      <div className={styles.card} role="alert">
        <h1 tabIndex={-1} data-page-heading="">
          {title}
        </h1>
        <p className={styles.lead}>
          {detail} {advice} Your drafts are safe on this device.
        </p>
        {requestId ? <TechnicalIds ids={[`request ${requestId}`]} /> : null}
        <div className={styles.actions}>
          <Button look="primary" isBusy={isBusy} onClick={() => void again()}>
            Try again
          </Button>
        </div>
      </div>
    </div>
  );
}
