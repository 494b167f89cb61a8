import { describeFailure } from "#room/api/describe-failure.ts";
import { Banner } from "#room/ui/banner.tsx";

export function Failed({ error }: { readonly error: Error | null }) {
  return error ? (
    <Banner tone="bad" role="alert" isFailure={false} title={describeFailure(error).detail} />
  ) : null;
}
