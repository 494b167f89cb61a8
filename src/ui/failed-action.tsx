import { Banner } from "./banner.tsx";

interface Failure {
  readonly title: string;
  readonly detail: string;
  readonly advice: string;
  readonly requestId?: string | undefined;
}

/** Says why an action failed, next to its button. */
export function FailedAction({ failure }: { readonly failure: Failure | undefined }) {
  if (!failure) return null;
  const { title, detail, advice, requestId } = failure;
  return (
    <Banner tone="bad" role="alert" title={title} requestId={requestId}>
      {detail} {advice}
    </Banner>
  );
}
