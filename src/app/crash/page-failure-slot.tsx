import type { ErrorComponentProps } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { loadCode } from "#room/api/load-code.ts";
import { noteIncident } from "./support-facts.ts";

const PageFailure = lazy(() =>
  loadCode(() => import("./page-failure.tsx")).then(
    ({ PageFailure: page }) => ({ default: page }),
    () => ({ default: Bare }),
  ),
);

/** Shown in place of a page that failed. Loaded on demand, since sign-in does without. */
export function PageFailureSlot(props: ErrorComponentProps) {
  return (
    <Suspense>
      <PageFailure {...props} />
    </Suspense>
  );
}

/** Neither the page nor the error page could be loaded: the service has another build. */
function Bare({ error }: ErrorComponentProps) {
  noteIncident(error);
  return (
    <div role="alert">
      <h1 tabIndex={-1} data-page-heading="">
        This page couldn’t be loaded
      </h1>
      <p>The console was updated after you opened it. Your work is saved. Reload the page.</p>
    </div>
  );
}
