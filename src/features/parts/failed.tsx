import type { ReactNode } from "react";
import { describeFailure } from "#room/api/describe-failure.ts";
import { Banner } from "#room/ui/banner.tsx";

interface FailedProps {
  readonly error: unknown;
  readonly wordsOf?: typeof describeFailure;
  readonly actions?: ReactNode;
}

/** Why an action failed; nothing while `error` is none. */
export function Failed({ error, wordsOf = describeFailure, actions }: FailedProps) {
  if (error === undefined || error === null) return null;
  const { title, detail, advice, requestId } = wordsOf(error);
  return (
    <Banner tone="bad" role="alert" title={title} requestId={requestId} actions={actions}>
      {detail} {advice}
    </Banner>
  );
}
