import type { ReactNode } from "react";
import { totalText } from "#room/billing/money-text.ts";
import type { VisitGroup } from "#room/contract/schemas/visit.ts";
import type { ClinicSearch } from "#room/features/visits/list/list-search.ts";
import { formatCount } from "#room/ui/formats.ts";
import { ChartCard } from "./chart-card.tsx";
import { QueueLink } from "./queue-link.tsx";

interface GroupChartProps<G extends VisitGroup> {
  readonly title: string;
  readonly about: string;
  readonly draw: (width: number) => ReactNode;
  readonly head: string;
  readonly groups: readonly G[];
  readonly nameOf: (group: G) => string;
  /** Undefined: the queue cannot show just these. */
  readonly viewOf: (group: G) => Partial<ClinicSearch> | undefined;
}

export function GroupChart<G extends VisitGroup>(props: GroupChartProps<G>) {
  const { head, groups, nameOf, viewOf, ...card } = props;
  return (
    <ChartCard
      {...card}
      head={[head, "Visits", "Amount"]}
      rows={groups.map((group) => {
        const link = (
          <QueueLink key="link" view={viewOf(group)}>
            {nameOf(group)}
          </QueueLink>
        );
        const { name, count, sums } = group;
        return { key: name, cells: [link, formatCount(count), totalText(sums) || "–"] };
      })}
    />
  );
}
