import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState, lazy, Suspense } from "react";
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
import { TechnicalIds } from "#room/ui/technical-ids.tsx";
import styles from "./crash.module.css";
import { CodeMissing } from "#room/api/load-code.ts";
import { buttonClass } from "#room/ui/button-class.ts";
import { noteIncident } from "./support-facts.ts";

/** Not needed before sign-in. If it fails to load, the other options are still there. */
const SupportReportPart = lazy(() =>
  import("./support-report-part.tsx").then(
    ({ SupportReportPart: part }) => ({ default: part }),
    () => ({ default: () => <p>The report couldn’t be loaded. Reload the page.</p> }),
  ),
);

interface CrashScreenProps {
  error: unknown;
  reset?: () => void;
}

function CrashScreen({ error, reset }: CrashScreenProps) {
  useState(() => noteIncident(error));
  const isOldBuild = isMissingChunk(error);
  return (
    <div className={`lone ${styles.page}`}>
      <div className={`lone-card ${styles.card}`} role="alert">
        <h1 tabIndex={-1} data-page-heading="">
          {isOldBuild ? "This page couldn’t be loaded" : "This page stopped working"}
        </h1>
        <p className="lead">
          {isOldBuild
            ? "The console was updated after you opened it, or you are offline. Reload it; your work is saved."
            : "Something went wrong in the console. What you typed is saved as a draft, and nothing was sent because of this. If a charge was being sent, the visit list shows its outcome."}
        </p>
        <div className="row">
          <Button look="primary" onClick={() => location.reload()}>
            Reload page
          </Button>
          {reset && !isOldBuild ? <Button onClick={reset}>Try this page again</Button> : null}
          <a href="/visits" className={buttonClass("quiet")}>
            Go to Visits
          </a>
        </div>
        <details>
          <summary>Report for support, without patient data</summary>
          <Suspense>
            <SupportReportPart />
          </Suspense>
        </details>
      </div>
    </div>
  );
}

/** A chunk removed by an update, or not loaded because of the network. */
function isMissingChunk(error: unknown): boolean {
  return (
    error instanceof CodeMissing ||
    (error instanceof Error &&
      /dynamically imported module|Importing a module script failed|preload CSS/i.test(error.message))
  );
}

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
  const again = async () => {
    setBusy(true);
    await router.invalidate();
    setBusy(false);
  };
  const onBack = useEffectEvent(again);
  useEffect(() => {
    if (!saysAway(error)) return undefined;
    const stop = new AbortController();
    void serviceIsBack(stop.signal).then(() => (stop.signal.aborted ? undefined : onBack()));
    return () => stop.abort();
  }, [error]);
  return (
    <div className={`lone ${styles.page}`}>
      <div className={`lone-card ${styles.card}`} role="alert">
        <h1 tabIndex={-1} data-page-heading="">
          {title}
        </h1>
        <p className="lead">
          {detail} {advice} Your drafts are safe on this device.
        </p>
        {requestId ? <TechnicalIds ids={[`request ${requestId}`]} /> : null}
        <div className="row">
          <Button look="primary" isBusy={isBusy} onClick={() => void again()}>
            Try again
          </Button>
        </div>
      </div>
    </div>
  );
}
