import { EmptyQueue } from "#room/features/visits/queue/empty-queue.tsx";
import { Button } from "#room/ui/button.tsx";
import { EmptyState } from "#room/ui/empty-state.tsx";
import { Spinner } from "#room/ui/spinner.tsx";
import type { ClinicTab } from "#room/features/visits/list/list-names.ts";
import { everything } from "#room/features/visits/list/list-search.ts";
import type { ClinicList } from "./use-clinic-list.ts";
import type { ClinicView } from "./use-clinic-view.ts";

const titles: Readonly<Record<ClinicTab, string>> = {
  todo: "You’re all caught up",
  open: "No open visits",
  later: "Nothing is snoozed",
  charged: "No visits charged yet",
  closed: "No closed visits",
  all: "No visits",
};

export interface NoClinicRowsProps {
  readonly view: ClinicView;
  readonly list: ClinicList;
  readonly onPaste: () => void;
}

/** Replaces the table when it has no rows: loading, no match, or none exist. */
export function NoClinicRows({ view, list, onPaste }: NoClinicRowsProps) {
  const { search } = view;
  if (list.isLoading || list.isLoadingMore)
    return <EmptyState icon={<Spinner />} title="Loading the clinic’s visits…" />;
  if (list.error) return null;
  if (view.isNarrowed)
    return (
      <EmptyState
        title="No visit matches"
        actions={
          <>
            {search.tab !== "all" && (
              <Button look="primary" onClick={() => view.change({ tab: "all" })}>
                Search all visits
              </Button>
            )}
            <Button onClick={view.clear}>Clear search and filters</Button>
          </>
        }
      >
        {search.tab !== "all" && <p>Only this tab was searched.</p>}
        {view.typed.trim() !== "" && (
          <p>
            Search finds visits that have all of your words: a code (99213, J02.9), the name of a practice,
            provider or payer, an invoice number, a date, an amount, a status, or words of a reason or a note.
            It doesn’t read what a code stands for: look up the code first.
          </p>
        )}
      </EmptyState>
    );
  if (search.tab === "todo")
    return (
      <EmptyQueue title={titles.todo} onPaste={onPaste}>
        Visits that the rules engine withholds show up here automatically. You can also drop visit files
        anywhere on this page (.json or .ndjson), choose them above, paste them, or type a new visit charge.
      </EmptyQueue>
    );
  return (
    <EmptyState
      title={titles[search.tab]}
      actions={
        <Button look="quiet" onClick={() => view.change(everything)}>
          Show to-do visits
        </Button>
      }
    />
  );
}
