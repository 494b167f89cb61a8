import { retryWords, describeFailure } from "#room/api/describe-failure.ts";
import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import styles from "#room/features/visits/queue/visits-page.module.css";
import { formatCount } from "#room/ui/formats.ts";
import type { ClinicList } from "./use-clinic-list.ts";

/** What the list does not show yet, and why the service's part is missing. */
export function ClinicNotice({ list }: { readonly list: ClinicList }) {
  const { freshCount, isStale, error } = list;
  const words = isStale
    ? "The list has changed"
    : freshCount === 1
      ? "1 new visit"
      : `${formatCount(freshCount)} new visits`;
  return (
    <div role="status" aria-label="News">
      {error ? <Failed error={error} list={list} /> : null}
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

function Failed({ error, list }: { readonly error: Error; readonly list: ClinicList }) {
  const again = list.totals ? undefined : retryWords(error);
  const hasRows = list.rows.length > 0;
  const { title, detail, advice, requestId } = describeFailure(error);
  return (
    <Banner
      tone="warn"
      className={styles.notice ?? ""}
      title={`The clinic’s visits can’t be shown: ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
      requestId={requestId}
      actions={
        <Button size="small" onClick={list.renew}>
          Try again
        </Button>
      }
    >
      {detail === "Nothing was changed." ? "" : `${detail} `}
      {again ?? advice}
      {hasRows ? " Visits on this device are listed below." : ""}
    </Banner>
  );
}
