import { CodeMissing } from "#room/api/load-code.ts";
import { lazy, Suspense, useState } from "react";
import { Button } from "#room/ui/button.tsx";
import { buttonClass } from "#room/ui/button-class.ts";
import { noteIncident } from "./support-facts.ts";
import styles from "./crash.module.css";

/** Not needed before sign-in. If it fails to load, the other options are still there. */
const SupportReportPart = lazy(() =>
  import("./support-report-part.tsx").then(
    ({ SupportReportPart: part }) => ({ default: part }),
    () => ({ default: () => <p>The report couldn’t be loaded. Reload the page.</p> }),
  ),
);

export interface CrashScreenProps {
  error: unknown;
  reset?: () => void;
}

export function CrashScreen({ error, reset }: CrashScreenProps) {
  useState(() => noteIncident(error));
  const isOldBuild = isMissingChunk(error);
  return (
    <div className={styles.page}>
      <div className={styles.card} role="alert">
        <h1 tabIndex={-1} data-page-heading="">
          {isOldBuild ? "This page couldn’t be loaded" : "This page stopped working"}
        </h1>
        <p className={styles.lead}>
          {isOldBuild
            ? "The console was updated after you opened it, or you are offline. Reload it; your work is saved."
            : "Something went wrong in the console. What you typed is saved as a draft, and nothing was sent because of this. If a charge was being sent, the visit list shows its outcome."}
        </p>
        <div className={styles.actions}>
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
