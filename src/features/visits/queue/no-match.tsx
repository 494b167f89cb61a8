import { Link } from "@tanstack/react-router";
import { Button } from "#room/ui/button.tsx";
import { buttonClass } from "#room/ui/button-class.ts";
import { EmptyState } from "#room/ui/empty-state.tsx";
import type { Queue } from "./use-queue.ts";

const emptyTabs = {
  needs: "Nothing needs attention",
  drafts: "No drafts",
  waiting: "Nothing is waiting to be sent",
  charged: "No visits charged yet",
  all: "No visits",
} as const;

export function NoMatch({ queue }: { queue: Queue }) {
  if (!queue.isFiltered)
    return (
      <EmptyState title={emptyTabs[queue.search.tab]}>
        <Link to="/visits" search={{}} className={buttonClass("quiet")}>
          Show all visits
        </Link>
      </EmptyState>
    );
  return (
    <EmptyState
      title="No visit matches"
      actions={<Button onClick={queue.clear}>Clear search and filters</Button>}
    >
      {queue.all.length === 1 ? "1 visit is" : `${queue.all.length.toLocaleString()} visits are`} hidden by
      the search or the filters.
    </EmptyState>
  );
}
