import { describeFailure } from "#room/api/describe-failure.ts";
import { Banner, type BannerProps } from "#room/ui/banner.tsx";

interface FailedProps extends Pick<BannerProps, "actions"> {
  readonly error: unknown;
  readonly wordsOf?: typeof describeFailure;
  /** "The visit can’t be shown", before why. */
  readonly what?: string;
}

/** Why an action failed; nothing while `error` is none. */
export function Failed({ error, wordsOf = describeFailure, what, actions }: FailedProps) {
  if (error === undefined || error === null) return null;
  const { title, detail, advice, requestId } = wordsOf(error);
  return (
    <Banner
      tone="bad"
      role="alert"
      title={what === undefined ? title : `${what}: ${title}`}
      {...{ requestId, actions }}
    >
      {detail} {advice}
    </Banner>
  );
}
