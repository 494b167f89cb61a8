import type { ListRow } from "#room/features/visits/list/list-row.ts";
import { classNames } from "#room/ui/class-names.ts";
import { ChevronDownIcon, ChevronUpIcon } from "#room/ui/page-icons.tsx";
import type { ShownColumn } from "#room/features/visits/list/column-choice.ts";
import type { Selection } from "#room/ui/use-selection.ts";
import { type SortedBy, nextOrder } from "#room/features/visits/list/list-search.ts";
import styles from "./visits-table.module.css";

interface HeadProps {
  readonly columns: readonly ShownColumn[];
  readonly search: SortedBy;
  readonly onSort: (part: SortedBy) => void;
  readonly selection: Selection<ListRow, string>;
  readonly count: number;
}

export function TableHead({ columns, search, onSort, selection, count }: HeadProps) {
  const isAll = count > 0 && selection.ids.size === count;
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col">
          <input
            type="checkbox"
            aria-label="Select all that match"
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = !isAll && selection.ids.size > 0;
            }}
            onChange={() => (isAll ? selection.clear() : selection.selectAll())}
          />
        </th>
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} search={search} onSort={onSort} />
        ))}
        <th scope="col">
          <span className="visually-hidden">Action</span>
        </th>
      </tr>
    </thead>
  );
}

function HeadCell({
  column,
  search,
  onSort,
}: Pick<HeadProps, "search" | "onSort"> & { column: ShownColumn }) {
  const { sort } = column;
  if (sort === undefined)
    return (
      <th scope="col" className={classNames(column.isNumber && styles.number)}>
        {column.title}
      </th>
    );
  const isSorted = search.sort === sort;
  const direction = search.isDescending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      className={classNames(column.isNumber && styles.number)}
      {...(isSorted ? { "aria-sort": direction } : {})}
    >
      <button
        type="button"
        className={classNames(styles.sort, isSorted && styles.sorted)}
        onClick={() => onSort(nextOrder(search, sort))}
      >
        {column.title}
        {isSorted ? search.isDescending ? <ChevronDownIcon size={12} /> : <ChevronUpIcon size={12} /> : null}
      </button>
    </th>
  );
}
