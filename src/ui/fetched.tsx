import type { ReactNode } from "react";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Spinner } from "./spinner.tsx";

interface Failure {
  readonly title: string;
  readonly advice: string;
  readonly requestId?: string | undefined;
}

interface FailedReadProps {
  readonly failure: Failure | undefined;
  readonly onRetry: () => void;
  readonly className?: string | undefined;
}

/** Says that something could not be read, with a retry button. */
export function FailedRead({ failure, onRetry, className = "" }: FailedReadProps) {
  if (!failure) return null;
  return (
    <Banner
      tone="warn"
      role="alert"
      className={className}
      title={failure.title}
      requestId={failure.requestId}
      actions={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {failure.advice}
    </Banner>
  );
}

interface FetchedProps<T> extends FailedReadProps {
  readonly data: T | undefined;
  /** "Loading the keys…" */
  readonly loading: string;
  readonly children: (data: T) => ReactNode;
}

/** The data, even below the error of a later read; until it arrives, a loading message. */
export function Fetched<T>({ data, loading, children, ...failed }: FetchedProps<T>) {
  return (
    <>
      <FailedRead {...failed} />
      {data === undefined && !failed.failure ? <EmptyState icon={<Spinner />} title={loading} /> : null}
      {data === undefined ? null : children(data)}
    </>
  );
}
