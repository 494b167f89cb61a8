import type { ReactNode } from "react";
import { Banner } from "./banner.tsx";

interface Failure {
  readonly title: string;
  readonly detail: string;
  readonly advice: string;
  readonly requestId?: string | undefined;
}

interface FailedActionProps {
  readonly failure: Failure | undefined;
  readonly actions?: ReactNode;
}

export function FailedAction({ failure, actions }: FailedActionProps) {
  if (!failure) return null;
  const { title, detail, advice, requestId } = failure;
  return (
    <Banner tone="bad" role="alert" title={title} requestId={requestId} actions={actions}>
      {detail} {advice}
    </Banner>
  );
}
