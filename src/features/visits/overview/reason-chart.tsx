import { totalText } from "#room/billing/money-text.ts";
import type { VisitGroup } from "#room/contract/schemas/visit.ts";
import { reasonKey } from "#room/features/visits/queue/row-status.ts";
import { formatCount } from "#room/ui/formats.ts";
import { drawBars } from "./bar-rows.tsx";
import { GroupChart } from "./group-chart.tsx";
import { moneyOf } from "./money-of.ts";

const shown = 6;

const rest = "…";

/** The queue has no filter for the rest. */
function viewOf({ name }: VisitGroup) {
  return name === rest || name === "" ? undefined : ({ tab: "open", reason: reasonKey(name) } as const);
}

function nameOf({ name }: VisitGroup): string {
  if (name === rest) return "All other reasons";
  return name === "" ? "No reason given" : name;
}

export function ReasonChart({ groups }: { readonly groups: readonly VisitGroup[] }) {
  const bars = groups.slice(0, shown).map((group) => ({
    key: group.name,
    name: nameOf(group),
    value: `${totalText(group.sums) || "–"} · ${formatCount(group.count)}`,
    size: moneyOf(group),
    view: viewOf(group) ?? { tab: "open" as const },
  }));
  return (
    <GroupChart
      title="Withhold reasons"
      about="Open visits by reason, the most money first."
      draw={drawBars(bars)}
      head="Reason"
      groups={groups}
      nameOf={nameOf}
      viewOf={viewOf}
    />
  );
}
