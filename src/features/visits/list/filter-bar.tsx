import { type ReactNode, useState } from "react";
import { titleOf } from "#room/billing/directory/directory-index.ts";
import { readAmounts } from "#room/features/visits/clinic/amount-range.ts";
import { useNames } from "#room/features/names/names-now.ts";
import { Filter, OnChip } from "#room/features/visits/queue/filter-chips.tsx";
import styles from "#room/features/visits/queue/filter-bar.module.css";
import { FindVisits } from "#room/features/visits/queue/find-visits.tsx";
import { lateDialog } from "#room/features/parts/late-dialog.tsx";
import { classNames } from "#room/ui/class-names.ts";
import { type MenuItem, Menu } from "#room/features/parts/menu.tsx";
import { type FilterId, filterIds } from "./list-names.ts";
import { type FilterContext, type FilterValues, visitFilters } from "./visit-filters.ts";

const RangeDialog = lateDialog(
  async () => (await import("#room/features/visits/queue/range-dialog.tsx")).RangeDialog,
);
const ServiceDialog = lateDialog(
  async () => (await import("#room/features/visits/queue/range-dialog.tsx")).ServiceDialog,
);

export interface FilteredView {
  readonly search: FilterValues;
  readonly typed: string;
  /** The reason that its visits were ever held for, if it is of one. */
  readonly heldReason?: string | undefined;
  change(part: Partial<FilterValues>): void;
  type(text: string): void;
}

interface FilterBarProps {
  readonly view: FilteredView;
  readonly context: FilterContext;
  readonly isCurrent: boolean;
  readonly children: ReactNode;
}

export function FilterBar({ view, context, isCurrent, children }: FilterBarProps) {
  const { search, change, typed, type } = view;
  const [asking, setAsking] = useState<FilterId>();
  const offered = filterIds.filter((id) => (visitFilters[id].only ?? context.kind) === context.kind);
  const itemsOf = (id: FilterId): MenuItem[] => {
    const { options, asks } = visitFilters[id];
    const items: MenuItem[] = options(context).map(({ value, ...option }) => ({
      ...option,
      id: `${id} ${value}`,
      run: () => change({ [id]: value }),
    }));
    return asks ? [...items, { id: `${id} …`, label: asks, run: () => setAsking(id) }] : items;
  };
  const labelOf = (id: FilterId) =>
    search[id] === ""
      ? undefined
      : visitFilters[id].label(search[id], { ...context, heldReason: view.heldReason });
  const rare = offered.filter((id) => visitFilters[id].isRare);
  const more = rare
    .map((id) => ({ title: visitFilters[id].title, items: itemsOf(id) }))
    .filter(({ items }) => items.length > 0);
  const choose = (id: FilterId) => (value: string) => {
    setAsking(undefined);
    change({ [id]: value });
  };
  return (
    <div className={styles.bar}>
      <FindVisits typed={typed} isCurrent={isCurrent} onType={type} />
      <div className={styles.chips}>
        {offered.map((id) =>
          visitFilters[id].isRare ? null : (
            <Filter
              key={id}
              title={visitFilters[id].title}
              on={labelOf(id)}
              onRemove={() => change({ [id]: "" })}
              items={itemsOf(id)}
            />
          ),
        )}
        <NameOffers view={view} />
        {rare.map((id) => {
          const label = labelOf(id);
          return label === undefined ? null : (
            <OnChip key={id} words={label} onRemove={() => change({ [id]: "" })} />
          );
        })}
        {more.length > 0 ? (
          <Menu
            label="More filters"
            sections={more}
            placement="bottom start"
            className={classNames(styles.chip, styles.add)}
          >
            <span aria-hidden="true">+</span> More
          </Menu>
        ) : null}
      </div>
      <div className={styles.actions}>{children}</div>
      {asking === "service" ? (
        <ServiceDialog onClose={() => setAsking(undefined)} onChoose={choose(asking)} />
      ) : null}
      {asking === "amount" ? (
        <RangeDialog
          title="Amounts"
          from={{ label: "At least", inputMode: "decimal" }}
          to={{ label: "At most", inputMode: "decimal" }}
          read={readAmounts}
          onClose={() => setAsking(undefined)}
          onChoose={choose(asking)}
        />
      ) : null}
    </div>
  );
}

const kinds = ["practice", "provider", "payer"] as const;
const fewest = 3;
const most = 3;

/** The service searches reasons and notes; a typed name from the directory is offered as a filter. */
function NameOffers({ view }: { readonly view: FilteredView }) {
  const names = useNames();
  const { search, change, typed, type } = view;
  if (names.isEmpty || typed.trim().length < fewest) return null;
  const offers = kinds
    .filter((kind) => search[kind] === "")
    .flatMap((kind) => names.search(kind, typed, { limit: most }).map((entry) => ({ kind, entry })))
    .slice(0, most);
  return offers.map(({ kind, entry }) => (
    <button
      key={kind + entry.id}
      type="button"
      className={classNames(styles.chip, styles.add)}
      onClick={() => {
        type("");
        change({ [kind]: entry.id });
      }}
    >
      {visitFilters[kind].title}: {titleOf(entry)}
    </button>
  ));
}
