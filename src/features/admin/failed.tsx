import { describeFailure } from "#room/api/describe-failure.ts";
import { FailedAction } from "#room/ui/failed-action.tsx";

export function Failed({ error }: { readonly error: Error | null }) {
  return <FailedAction failure={error ? describeFailure(error) : undefined} />;
}
