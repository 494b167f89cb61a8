import { describeFailure } from "#room/api/describe-failure.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import styles from "#room/features/visits/queue/visits-page.module.css";
import type { ClinicList } from "./use-clinic-list.ts";

/** What the list does not show yet, and why the service's part of it is missing. */
export function ClinicNotice({ list }: { readonly list: ClinicList }) {
  const { freshCount, isStale, error } = list;
  const words = isStale
    ? "The list has changed"
    : freshCount === 1
      ? "1 new visit"
      : `${freshCount.toLocaleString()} new visits`;
  return (
    <div role="status" aria-label="News">
      {error ? <Failed error={error} onAgain={list.renew} /> : null}
      {!error && (isStale || freshCount > 0) ? (
        <Banner
          tone="accent"
          className={styles.notice ?? ""}
          title={words}
          actions={
            <Button size="small" onClick={list.renew}>
              Show
            </Button>
          }
        />
      ) : null}
    </div>
  );
}

function Failed({ error, onAgain }: { readonly error: Error; readonly onAgain: () => void }) {
  const { title, detail, advice, requestId } = describeFailure(error);
  return (
    <Banner
      tone="warn"
      className={styles.notice ?? ""}
      title={`The clinic’s visits can’t be shown: ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
      requestId={requestId}
      actions={
        <Button size="small" onClick={onAgain}>
          Try again
        </Button>
      }
    >
      {detail === "Nothing was changed." ? "" : `${detail} `}
      {advice} What this browser holds is below.
    </Banner>
  );
}
