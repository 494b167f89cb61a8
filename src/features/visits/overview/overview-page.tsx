import { getRouteApi, Link } from "@tanstack/react-router";
import { useServiceConfig } from "#room/api/service-config.ts";
import { buttonClass } from "#room/ui/button-class.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { PageHeader } from "#room/ui/page-header.tsx";
import styles from "./overview-page.module.css";
import { spans } from "./overview-search.ts";
import { Summary } from "./overview-summary.tsx";

const route = getRouteApi("/console/overview");

/** What is withheld and why, by amount and by days; every mark links to its visits. */
export function OverviewPage() {
  const { extensions } = useServiceConfig();
  const days = Number(route.useSearch().days ?? spans[0]);
  const has = extensions.includes("summarizeVisits");
  return (
    <div className={styles.page}>
      <PageHeader
        title="Overview"
        actions={
          <nav className={styles.spans} aria-label="Days shown">
            {spans.map((span) => (
              <Link
                key={span}
                to="/overview"
                search={span === spans[0] ? {} : { days: span }}
                replace
                className={buttonClass(Number(span) === days ? "plain" : "quiet", "small")}
                aria-current={Number(span) === days ? "true" : undefined}
              >
                {span} days
              </Link>
            ))}
          </nav>
        }
      />
      {has ? (
        <Summary days={days} />
      ) : (
        <EmptyState title="This service has no overview">It doesn’t keep the clinic’s visits.</EmptyState>
      )}
    </div>
  );
}
