import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { sheetBy } from "#room/contract/schemas/day-sheet.ts";
import { serviceNow } from "#room/api/service-clock.ts";
import { useServiceConfig } from "#room/api/service-config.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { daysOfPractice } from "#room/features/names/clinic-days.ts";
import { daysBefore } from "#room/features/visits/queue/service-filter.ts";
import { buttonClass } from "#room/ui/button-class.ts";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Fetched } from "#room/ui/fetched.tsx";
import { Page } from "#room/ui/page.tsx";
import { CloseDay } from "./close-day.tsx";
import { DaySheetView } from "./day-sheet.tsx";
import { ExportSheet } from "./export-sheet.tsx";
import { FiguresNav } from "./figures-nav.tsx";
import styles from "./figures.module.css";
import { SheetFilter } from "./sheet-filter.tsx";
import { daysWords, scopeOf, type SheetScope } from "./sheet-scope.ts";
import { type SheetProgress, useDaySheet } from "./use-day-sheet.ts";

const route = getRouteApi("/console/figures");

/** What was charged and paid: the day sheet. */
export function FiguresPage() {
  const has = useServiceConfig().extensions.includes("getDaySheet");
  if (has) return <Sheet />;
  return (
    <Page title="Day sheet">
      <EmptyState title="This service has no day sheet">It doesn’t keep the clinic’s invoices.</EmptyState>
    </Page>
  );
}

function Sheet() {
  const search = route.useSearch();
  const names = useNames();
  const days = daysOfPractice(names, search.practice);
  const [now] = useState(serviceNow);
  const scope = scopeOf(search, days.dateOf(now));
  const { sheet, sheetScope, isBusy, progress, ...read } = useDaySheet(scope);
  return (
    <Page
      title="Day sheet"
      actions={
        <>
          <FiguresNav />
          <Step scope={scope} days={-1} />
          <Step scope={scope} days={1} />
          <CloseDay scope={scope} sheet={sheet?.closed || isBusy ? undefined : sheet} />
          <ExportSheet scope={scope} />
          <Button onClick={() => window.print()}>Print</Button>
        </>
      }
    >
      <div className={styles.page}>
        <SheetFilter search={search} scope={scope} rows={sheet?.rows ?? []} />
        {progress ? <SheetProgressLine {...progress} scope={scope} /> : null}
        {progress?.isStopped && !sheet ? null : (
          <Fetched {...read} data={sheet} loading="Adding up the day sheet…">
            {(shown) => (
              <div aria-busy={isBusy} className={styles.shown}>
                <DaySheetView sheet={shown} scope={sheetScope} search={search} />
              </div>
            )}
          </Fetched>
        )}
      </div>
    </Page>
  );
}

/** The day before or after; only of a single day. */
function Step({ scope, days }: { readonly scope: SheetScope; readonly days: 1 | -1 }) {
  const { kept: _kept, ...live } = scope;
  if (scope.from !== scope.to) return null;
  const day = daysBefore(scope.from, -days);
  return (
    <Link to="/figures" search={{ ...live, from: day, to: day }} className={buttonClass("quiet")}>
      {days < 0 ? "Day before" : "Day after"}
    </Link>
  );
}

const total = sheetBy.options.length;

/** How far a long sheet is, and the way to stop it; on paper, that it is not whole. */
function SheetProgressLine({
  left,
  isStopped,
  stop,
  goOn,
  scope,
}: SheetProgress & { readonly scope: SheetScope }) {
  return (
    <p className={styles.progress}>
      <span role="status">
        {isStopped
          ? `Stopped. Not added up: by ${left.join(", by ")}.`
          : `Adding up ${daysWords(scope)}: ${total - left.length} of ${total} tables done…`}
      </span>
      <Button size="small" onClick={isStopped ? goOn : stop}>
        {isStopped ? "Add up the rest" : "Stop"}
      </Button>
    </p>
  );
}
